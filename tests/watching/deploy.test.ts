import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openPortal, type Portal } from '../support/portal.ts'

// The alerts and the dashboard in deploy/ must use only metrics that the portal really has.

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
/** The rules of the alerts, in the file for Prometheus. */
const rules = read('deploy/prometheus/portal-rules.yml')
/** The dashboard, in the file for Grafana. */
const board = JSON.parse(read('deploy/grafana/portal.json')) as {
  templating: { list: { name: string; type: string; query: unknown }[] }
  panels: {
    type: string
    title: string
    datasource?: { uid: string }
    targets?: { expr: string; datasource: { uid: string } }[]
  }[]
}
const expressions = board.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
/** The names of metrics that occur in a text. */
const namesIn = (text: string) => new Set(text.match(/\bportal_\w+/g))
/** All values of this field in the rules, as `PortalDown` for `alert: PortalDown`. */
const valuesOf = (field: string) =>
  [...rules.matchAll(new RegExp(`^ +(?:- )?${field}: '?(.*?)'?$`, 'gm'))].map(([, value = '']) => value)

let portal: Portal
/** The metrics that the portal answers when Prometheus asks. */
let scraped: string
before(async () => {
  portal = await openPortal({ config: { METRICS_PORT: '0', CLAMD_URL: 'tcp://127.0.0.1:1' } })
  await portal.visitor().get('/api/jobs/list/')
  portal.deps.metrics?.backedUp()
  scraped = await (await fetch(portal.metricsUrl)).text()
})
after(() => portal.close())

describe('R17 rules and board', () => {
  test('each metric that they name exists, with the labels that they name', () => {
    const known = new Set<string>()
    for (const [, name = '', type = ''] of scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm))
      for (const ending of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
        known.add(name + ending)
    assert.ok(known.size > 30)
    for (const text of [valuesOf('expr').join('\n'), expressions.join('\n')]) {
      assert.ok(namesIn(text).size > 15)
      assert.deepEqual(
        [...namesIn(text)].filter((name) => !known.has(name)),
        [],
      )
    }
    const labels = new Set([...scraped.matchAll(/[{,](\w+)="/g)].map(([, label]) => label))
    // Prometheus adds the labels `instance` and `job` itself. `level` and `event` appear only after a line of
    // the log.
    for (const label of ['instance', 'job', 'level', 'event']) labels.add(label)
    const used = [...`${rules}${expressions.join('\n')}`.matchAll(/[{,](\w+)(?:=|!=)~?"/g)].map(
      ([, label]) => label,
    )
    assert.deepEqual(
      used.filter((label) => !labels.has(label)),
      [],
    )
  })
  test('each metric is in the rules or on the board, and its name says its unit', () => {
    const shown = namesIn(rules + expressions.join('\n'))
    const names = [...scraped.matchAll(/^# TYPE (\w+) (\w+)$/gm)]
    for (const [, name = '', type] of names) {
      assert.match(name, /^portal_/)
      assert.equal(type === 'counter', name.endsWith('_total'), name)
      const isShown = [...shown].some((used) => used.replace(/_(?:bucket|count)$/, '') === name)
      assert.ok(isShown, name)
    }
  })
  test('each alert has a severity, a summary and its own line in the runbook', () => {
    const alerts = valuesOf('alert')
    const runbook = read('docs/operations.md')
    assert.ok(alerts.length > 20)
    assert.equal(new Set(alerts).size, alerts.length)
    assert.deepEqual(
      [valuesOf('summary').length, valuesOf('severity').length],
      [alerts.length, alerts.length],
    )
    assert.deepEqual(
      valuesOf('runbook'),
      alerts.map((alert) => `docs/operations.md#${alert.toLowerCase()}`),
    )
    for (const alert of alerts)
      assert.equal(runbook.split(`| <a id="${alert.toLowerCase()}"></a>\`${alert}\` |`).length, 2, alert)
    const ruleTests = read('deploy/prometheus/portal-rules-test.yml')
    assert.deepEqual(
      alerts.filter((alert) => !ruleTests.includes(`  - name: ${alert}\n`)),
      [],
    )
  })
  test('the board loads without an edit: its source is a variable', () => {
    assert.deepEqual(board.templating.list[0]?.type, 'datasource')
    assert.ok(board.panels.length > 20)
    for (const { type, title, datasource, targets = [] } of board.panels) {
      if (type === 'row') continue
      assert.equal(datasource?.uid, '${source}', title)
      assert.ok(targets.length > 0 && targets.every((target) => target.datasource.uid === '${source}'), title)
    }
  })
})

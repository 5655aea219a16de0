import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { aptInstall, hasApt } from '../apt.ts'
import { until } from './jobs.ts'
import { freePort } from './program.ts'

const root = join(import.meta.dirname, '../..')
const hasProgram = (name: string) => spawnSync(name, ['--version']).error === undefined

/** The program Prometheus, which is installed where that is possible. */
export const hasPrometheus = (): boolean =>
  hasProgram('prometheus') || (hasApt() && aptInstall('prometheus') && hasProgram('prometheus'))

const RULES = join(root, 'deploy/prometheus/portal-rules.yml')
const RAISED_WITHIN_MS = 60_000
const ENDED_WITHIN_MS = 120_000

/**
 * The alert rules of `deploy/`, with seconds instead of minutes and hours. Tests can then cause slow alerts
 * with real faults. The program promtool tests the true times (rules.test.ts).
 */
const quickRules = () =>
  readFileSync(RULES, 'utf8')
    .replace(/for: \d+m$/gm, 'for: 5s')
    .replace(/\[\d{2}m\]|\[\d+h\]/g, '[30s]')
    // The alert about a contradiction of the public log must span more than a minute, because the portal
    // reports it once a minute.
    .replaceAll('[5m]', '[75s]')

/** A real Prometheus with the alert rules of `deploy/`, which reads a portal's metrics every second. */
export async function startPrometheus(metricsPort: number, { isQuick = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'portal-prometheus-'))
  const rules = join(folder, 'rules.yml')
  writeFileSync(rules, isQuick ? quickRules() : readFileSync(RULES, 'utf8'))
  writeFileSync(
    join(folder, 'prometheus.yml'),
    `global: { scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s }
rule_files: ['${rules}']
scrape_configs:
  - job_name: portal
    static_configs: [{ targets: ['127.0.0.1:${metricsPort}'] }]
`,
  )
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const child: ChildProcess = spawn(
    'prometheus',
    [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ],
    { stdio: 'ignore' },
  )
  type Alert = { state: string; labels: { alertname: string } }
  const firing = async (): Promise<string[]> => {
    const { data } = (await (await fetch(`${url}/api/v1/alerts`)).json()) as { data: { alerts: Alert[] } }
    return data.alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname)
  }
  await until(
    'Prometheus is ready',
    () => fetch(`${url}/-/ready`).catch(() => undefined),
    (answer) => answer?.ok === true,
    30_000,
  )
  return {
    firing,
    /** Waits until all of these alerts are raised. R17 allows them a minute. */
    async raised(...alerts: string[]) {
      let missing = alerts
      const allRaised = until(
        'all alerts raised',
        firing,
        (now) => {
          missing = alerts.filter((alert) => !now.includes(alert))
          return missing.length === 0
        },
        RAISED_WITHIN_MS,
      )
      await allRaised.catch((cause) => assert.fail(`${missing.join(', ')} not raised: ${cause}`))
    },
    /** Waits until none of these alerts is raised. R17 allows them two minutes. */
    ended: (...alerts: string[]) =>
      until(
        `${alerts.join(', ')} ended`,
        firing,
        (now) => !alerts.some((alert) => now.includes(alert)),
        ENDED_WITHIN_MS,
      ),
    async stop() {
      child.kill('SIGKILL')
      await new Promise((ended) => child.once('exit', ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

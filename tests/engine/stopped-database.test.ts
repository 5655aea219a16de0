import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startEmbedded } from '../../server/database/embedded.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, processesOf, startPortal } from '../support/program.ts'

const folder = dataFolder()
after(() => folder.drop())

const signal = (processes: number[], name: NodeJS.Signals) => {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch {
      // One that has ended meanwhile needs no signal.
    }
  }
}

test('R5 the database is stopped and goes on: 503 in time, kept pages served, the pool whole', {
  skip: process.platform !== 'linux',
  timeout: 90_000,
}, async () => {
  const portal = await startPortal(folder.path, { env: { TRUST_PROXY: '127.0.0.1' } })
  const ask = async (path: string, init: RequestInit = {}) => {
    const began = performance.now()
    const answer = await fetch(portal.url + path, init)
    const text = await answer.text()
    return { status: answer.status, text, again: answer.headers.get('retry-after'), ms: performance.now() - began }
  }
  const write = (at: number) =>
    ask('/api/newsletter/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.4.${at}.1` },
      body: JSON.stringify({ email: `stopped${at}@example.com` }),
    })
  await Promise.all([ask('/jobs'), ask('/'), ask('/api/jobs/list/'), ...Array.from({ length: 12 }, (_, at) => write(at))])
  const stopped = processesOf(folder.postmaster() ?? 0)
  assert.ok(stopped.length > 3)
  signal(stopped, 'SIGSTOP')
  try {
    // Two rounds: connections that were open, then new ones that are never greeted.
    for (const round of [100, 150]) {
      const [page, home, health, ready, ...writes] = await Promise.all([
        ask('/jobs'),
        ask('/'),
        ask('/healthz'),
        ask('/readyz'),
        ...Array.from({ length: 40 }, (_, at) => write(round + at)),
      ])
      assert.deepEqual([page.status, home.status, health.status, ready.status], [200, 200, 200, 200])
      assert.match(ready.text, /"degraded"/)
      assert.ok(page.ms < 2_500 && health.ms < 2_500, `${Math.round(page.ms)} ms for a page`)
      for (const { status, again, ms } of writes) {
        assert.deepEqual([status, Number(again) > 0], [503, true])
        assert.ok(ms < 2_000, `${Math.round(ms)} ms`)
      }
    }
  } finally {
    signal(stopped, 'SIGCONT')
  }
  await until(
    'the portal is ready',
    () => ask('/readyz'),
    ({ text }) => text.includes('"ready"'),
    20_000,
  )
  await Promise.all(Array.from({ length: 40 }, (_, at) => write(200 + at)))
  assert.equal((await write(250)).status, 200)
  const owner = new pg.Client({ connectionString: (await startEmbedded(folder.path)).url })
  await owner.connect()
  await until(
    'connections that were given up are gone, and no more are there than the pool has',
    async () => Number((await owner.query("select count(*) as n from pg_stat_activity where application_name = 'portal'")).rows[0]?.n),
    (count) => count > 0 && count <= 12,
    20_000,
  )
  await owner.end()
  assert.equal(await portal.stop(), 0)
})

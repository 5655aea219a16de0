import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { enqueueEmail } from '../../server/outbox/enqueue-email.ts'
import { recording } from '../../server/transparency/record.ts'
import { randomBytes } from 'node:crypto'
import { readConfig } from '../../server/config.ts'
import { createMetrics } from '../../server/watching/metrics.ts'
import { occasionally } from '../../server/watching/occasionally.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { clamdPeer } from '../support/clamd-peer.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'

// The metrics that Prometheus reads from the portal. The portal serves them on a separate port.

let portal: Portal
let scanner: Awaited<ReturnType<typeof clamdPeer>>
before(async () => {
  scanner = await clamdPeer()
  portal = await openPortal({ config: { METRICS_PORT: '0', CLAMD_URL: scanner.url } })
})
after(async () => {
  await portal.close()
  await scanner.stop()
})

const scrape = async () => (await fetch(portal.metricsUrl)).text()
/** The value of one series in the metrics, or undefined if the series is missing. */
const valueOf = (text: string, series: string) => {
  const line = text.split('\n').find((entry) => entry.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}
/** The number of requests of a route so far, from the metrics. */
const countOf = (text: string, route: string, method = 'GET', status = '2xx') =>
  valueOf(
    text,
    `portal_http_request_duration_seconds_count{route="${route}",method="${method}",status="${status}"}`,
  ) ?? 0

// This test runs first, because the portal reads the values in the database again only after some seconds.
test('R17 emails, the public log and jobs, from the database; the store and the scanner', async () => {
  const now = portal.clock.now()
  const anHourAgo = new Date(now.getTime() - 3_600_000)
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000).toISOString()
  await portal.db.run(sql`delete from outbox`)
  await postJobs(portal, { expiry_date: inMinutes(30) }, { expiry_date: inMinutes(90) })
  await enqueueEmail(portal.db, { topic: 'x', payload: {}, now: anHourAgo })
  await portal.db.run(sql`delete from log_pending`)
  await portal.db.run(recording({ kind: 'submission', digest: randomBytes(32), now: anHourAgo }))
  const text = await scrape()
  for (const [series, value] of [
    ['portal_emails_waiting{queue="awaited"}', 1],
    ['portal_emails_oldest_age_seconds{queue="awaited"}', 3_600],
    ['portal_emails_refused', 0],
    ['portal_log_events_waiting', 1],
    ['portal_log_checkpoint_lag_seconds', 3_600],
    ['portal_jobs_closing{within="1h"}', 1],
    ['portal_jobs_closing{within="24h"}', 2],
    ['portal_database_role{role="primary"}', 1],
    ['portal_database_role{role="away"}', 0],
    ['portal_store_up', 1],
    ['portal_scanner_up', 1],
  ] as const)
    assert.equal(valueOf(text, series), value, series)
  assert.ok(Number(valueOf(text, 'portal_disk_free_bytes')) > 0)
})

describe('R17 metrics have their own port', () => {
  test('the public port does not know /metrics, and the other port knows nothing else', async () => {
    assert.equal((await portal.visitor().get('/metrics')).status, 404)
    const answer = await fetch(portal.metricsUrl)
    assert.deepEqual(
      [answer.status, answer.headers.get('content-type')],
      [200, 'text/plain; version=0.0.4; charset=utf-8'],
    )
    for (const path of ['/', '/healthz', '/metricsx', '/api/jobs/list/'])
      assert.equal((await fetch(new URL(path, portal.metricsUrl))).status, 404, path)
    assert.equal((await fetch(portal.metricsUrl, { method: 'POST', body: 'x' })).status, 404)
  })
  test('without METRICS_PORT there are none; it must differ from PORT', () => {
    assert.equal(readConfig({}).metrics, undefined)
    assert.deepEqual(readConfig({ METRICS_PORT: '9464' }).metrics, { port: 9464, host: '127.0.0.1' })
    assert.throws(() => readConfig({ METRICS_PORT: '3000' }), /METRICS_PORT must differ from PORT/)
    assert.throws(() => readConfig({ METRICS_PORT: 'x' }), /METRICS_PORT must be a number from 0 to 65535/)
  })
})

describe('R17 what is counted', () => {
  test('requests, by route, method and class of status', async () => {
    const before = await scrape()
    const [id] = await postJobs(portal, {})
    await portal.visitor().get(`/api/jobs/${id}/`)
    await portal.visitor().get(`/api/jobs/${id}`)
    await portal.visitor().get('/api/jobs/999999/')
    const later = await scrape()
    const more = (status: string) =>
      countOf(later, '/api/jobs/:id', 'GET', status) - countOf(before, '/api/jobs/:id', 'GET', status)
    assert.deepEqual([more('2xx'), more('4xx')], [2, 1])
  })
  test('nothing that a caller sends becomes a label', async () => {
    const visitor = portal.visitor()
    const marker = randomBytes(8).toString('hex')
    for (let index = 0; index < 20; index++) {
      await visitor.get(`/api/${marker}${index}/?${marker}=1`, { headers: { 'x-request-id': marker } })
      await visitor.request('PATCH', `/${marker}/${index}`)
      await visitor.request('PROPFIND', `/api/jobs/list/${marker}${index}`)
      await visitor.get(`/%${marker}`)
    }
    const series = (text: string) =>
      text.split('\n').filter((line) => line.includes('duration_seconds_count'))
    const text = await scrape()
    assert.ok(!text.includes(marker))
    for (let index = 0; index < 20; index++) await visitor.get(`/api/x${marker}${index}/`)
    assert.equal(series(await scrape()).length, series(text).length)
  })
  test('calls by class, connections, the loop and the process', async () => {
    await portal.visitor().get('/api/jobs/list/')
    const text = await scrape()
    assert.ok(Number(valueOf(text, 'portal_queue_wait_seconds_count{class="public"}')) > 0)
    assert.ok(Number(valueOf(text, 'portal_calls_admitted_total{class="public"}')) > 0)
    // The portal has answered all calls, so no call waits or runs.
    for (const state of ['waiting', 'in_flight'])
      assert.equal(valueOf(text, `portal_calls_${state}{class="public"}`), 0)
    assert.equal(valueOf(text, 'portal_calls_in_flight{class="submit"}'), 0)
    assert.equal(valueOf(text, 'portal_calls_waiting{class="extra"}'), 0)
    assert.equal(valueOf(text, 'portal_calls_shed_total{class="read"}'), 0)
    assert.equal(valueOf(text, 'portal_database_connections_max{pool="calls"}'), 15)
    assert.ok(Number(valueOf(text, 'portal_database_connections{pool="calls"}')) > 0)
    assert.ok(Number(valueOf(text, 'portal_event_loop_delay_seconds{quantile="1"}')) >= 0)
    assert.ok(Number(valueOf(text, 'portal_process_resident_memory_bytes')) > 1e7)
  })
  test('submissions', async () => {
    const before = Number(valueOf(await scrape(), 'portal_submissions_total'))
    const { visitor, jobId } = await readyToSend(portal)
    assert.equal((await visitor.post(SUBMIT, { job_id: jobId })).status, 200)
    assert.equal(valueOf(await scrape(), 'portal_submissions_total'), before + 1)
  })
  test('lines of the log, by event', async () => {
    portal.deps.log('warn', 'log.waiting')
    assert.equal(valueOf(await scrape(), 'portal_log_lines_total{level="warn",event="log.waiting"}'), 1)
  })
})

test('R17 a value is read once for all callers, and is left out if the reading takes too long', async () => {
  let [reads, nowMs] = [0, 0]
  let finish = (_value: number) => {}
  // The portal uses a value again for 5 ms. A caller waits for a new value for at most 20 ms.
  const ask = occasionally(
    () => {
      reads++
      return new Promise<number>((resolve) => (finish = resolve))
    },
    { keepMs: 5, waitMs: 20, clock: () => nowMs },
  )
  const both = Promise.all([ask(), ask()])
  finish(7)
  assert.deepEqual([await both, await ask(), reads], [[7, 7], 7, 1])
  nowMs = 5
  assert.deepEqual([await ask(), reads], [undefined, 2])
  assert.deepEqual([await ask(), reads], [undefined, 2])
})

test('R17 a value that was known and cannot be read any more is left out, not shown as 0', async (context) => {
  let [nowMs, isAway] = [performance.now(), false]
  context.mock.method(performance, 'now', () => nowMs)
  const away = { ...portal.db, row: () => Promise.reject(new Error('away')) }
  const db = { patient: (seconds: number) => (isAway ? away : portal.db.patient(seconds)) }
  const metrics = createMetrics(portal.deps, { pools: {}, db, isClockOff: () => false })
  const series = ['portal_log_entries', 'portal_emails_refused', 'portal_log_checkpoint_lag_seconds']
  const known = await metrics.text()
  for (const name of series) assert.notEqual(valueOf(known, name), undefined, name)
  isAway = true
  nowMs += 60_000
  const unknown = await metrics.text()
  for (const name of series) assert.equal(valueOf(unknown, name), undefined, name)
  assert.equal(valueOf(unknown, 'portal_store_up'), 1)
  assert.equal(valueOf(unknown, 'portal_database_role{role="away"}'), 1)
  metrics.close()
})

test('R17 two callers at the same time read the same counters', async () => {
  const metrics = createMetrics(portal.deps, { pools: {}, db: portal.db, isClockOff: () => false })
  const series = 'portal_calls_admitted_total{class="public"}'
  await portal.visitor().get('/api/jobs/list/')
  const texts = await Promise.all([metrics.text(), metrics.text()])
  const value = valueOf(await metrics.text(), series)
  assert.ok(Number(value) > 0)
  assert.deepEqual(
    texts.map((text) => valueOf(text, series)),
    [value, value],
  )
  metrics.close()
})

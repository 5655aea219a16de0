import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connect, sql } from '../../server/database/connect.ts'
import { answers, SUBMIT } from '../support/answers.ts'
import { fill, tokenOf } from '../support/crowd.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, processesOf, startPortal } from '../support/program.ts'

// A database with stopped processes answers nothing and closes no connection. The portal must still answer,
// and lose no submit that arrived in time.

const folder = dataFolder()
after(() => folder.drop())

const signal = (processes: number[], name: NodeJS.Signals) => {
  for (const pid of processes) {
    try {
      process.kill(pid, name)
    } catch {
      // A process that has ended meanwhile needs no signal.
    }
  }
}

test('R5 the database is stopped and continues: 503 in time, cached pages served, the pool whole', {
  skip: process.platform !== 'linux',
  timeout: 90_000,
}, async () => {
  const portal = await startPortal(folder.path, { env: { TRUST_PROXY: '127.0.0.1' } })
  /** `again`: the number of seconds after which the caller may retry. */
  const ask = async (path: string, init: RequestInit = {}) => {
    const began = performance.now()
    const answer = await fetch(portal.url + path, init)
    const text = await answer.text()
    return {
      status: answer.status,
      text,
      again: answer.headers.get('retry-after'),
      ms: performance.now() - began,
    }
  }
  /** A call that writes to the database. It comes from its own network. */
  const write = (index: number) =>
    ask('/api/newsletter/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.4.${index}.1` },
      body: JSON.stringify({ email: `stopped${index}@example.com` }),
    })
  await Promise.all([
    ask('/jobs'),
    ask('/'),
    ask('/api/jobs/list/'),
    ...Array.from({ length: 12 }, (_, index) => write(index)),
  ])
  const stopped = processesOf(folder.postmaster() ?? 0)
  assert.ok(stopped.length > 3)
  signal(stopped, 'SIGSTOP')
  try {
    // The first round uses open database connections. The second opens new ones, which get no answer. A round
    // is the first number of its calls' networks and addresses.
    for (const round of [100, 150]) {
      const [page, home, health, ready, ...writes] = await Promise.all([
        ask('/jobs'),
        ask('/'),
        ask('/healthz'),
        ask('/readyz'),
        ...Array.from({ length: 40 }, (_, index) => write(round + index)),
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
  await Promise.all(Array.from({ length: 40 }, (_, index) => write(200 + index)))
  assert.equal((await write(250)).status, 200)
  const owner = new pg.Client({ connectionString: folder.databaseUrl() })
  await owner.connect()
  await until(
    'connections that were given up are gone, and no more are there than the pool has',
    async () =>
      Number(
        (await owner.query("select count(*) as n from pg_stat_activity where application_name = 'portal'"))
          .rows[0]?.n,
      ),
    // At most 12 connections, the size of the portal's pool.
    (count) => count > 0 && count <= 12,
    20_000,
  )
  await owner.end()
  assert.equal(await portal.stop(), 0)
})

test('the database is stopped for 8 seconds around the deadline: every submit that arrived in time ends with a reference, none that arrived later does (last-hour#goal-deadline)', {
  skip: process.platform !== 'linux',
  timeout: 120_000,
}, async () => {
  const portal = await startPortal(folder.path, { env: { TRUST_PROXY: '127.0.0.1' } })
  const db = connect(folder.databaseUrl())
  const { firstPerson } = await fill(db, 1)
  const deadline = Date.now() + 6_000
  const job = await db.row<{ id: number }>(
    sql`update jobs set expiry_date = ${new Date(deadline)} where reference = 'STORM/1' returning id`,
  )
  await db.close()
  const body = JSON.stringify({ job_id: job?.id, ...answers() })

  /**
   * Submits at a given time. It retries with the ticket of the first refusal, until it gets a final answer.
   */
  const press = async (person: number, pressAt: number) => {
    await wait(Math.max(0, pressAt - Date.now()))
    const pressedAt = Date.now()
    let ticket = ''
    for (let tries = 0; tries < 200; tries++) {
      const headers = {
        authorization: `Token ${tokenOf(person)}`,
        'content-type': 'application/json',
        'x-forwarded-for': `10.9.${person % 200}.${(tries % 200) + 1}`,
      }
      const answer = await fetch(portal.url + SUBMIT, {
        method: 'POST',
        body,
        headers: {
          ...headers,
          'idempotency-key': `k${person}`,
          ...(ticket ? { 'submit-ticket': ticket } : {}),
        },
        signal: AbortSignal.timeout(15_000),
      })
      const json = (await answer.json()) as {
        ticket?: string
        reference_number?: string
        code?: string
        receipt?: { received_at: string }
      }
      if (answer.status === 200)
        return { pressedAt, end: 'submitted', receivedAt: Date.parse(json.receipt?.received_at ?? '') }
      if (answer.status < 500 && answer.status !== 429)
        return { pressedAt, end: String(json.code), receivedAt: 0 }
      ticket ||= json.ticket ?? ''
      await wait(300)
    }
    return { pressedAt, end: 'never answered', receivedAt: 0 }
  }
  // People press Submit one by one every 110 ms, from 5 seconds before the deadline to 3 seconds after it.
  const presses = Array.from({ length: 75 }, (_, index) =>
    press(firstPerson + index, deadline - 5_000 + index * 110),
  )
  await wait(Math.max(0, deadline - 4_000 - Date.now()))
  const stopped = processesOf(folder.postmaster() ?? 0)
  signal(stopped, 'SIGSTOP')
  await wait(8_000)
  signal(stopped, 'SIGCONT')
  const ends = await Promise.all(presses)
  // A submit within a few milliseconds of the deadline may arrive before or after it, so ignore it.
  const wrong = ends.filter(({ pressedAt, end, receivedAt }) =>
    pressedAt < deadline - 50
      ? end !== 'submitted' || receivedAt > deadline || receivedAt < pressedAt - 50
      : pressedAt > deadline + 50 && end !== 'job_closed',
  )
  assert.deepEqual(wrong, [])
  assert.ok(
    ends.filter(({ end }) => end === 'submitted').length >= 40 &&
      ends.filter(({ end }) => end === 'job_closed').length >= 20,
  )
  assert.equal(await portal.stop(), 0)
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, beforeEach, describe, test } from 'node:test'
import { rateMinute, minutesEntry } from '#contract/status/health-minutes.ts'
import { sql } from '../../server/database/connect.ts'
import { sendProbe } from '../../server/probe/send-probe.ts'
import { PROBE_HEADER, probeToken } from '../../server/probe/probe-token.ts'
import { secretsFrom } from '../../server/secrets.ts'
import { createHealth } from '../../server/status/health.ts'
import { logMinutes } from '../../server/status/log-minutes.ts'
import { addMinutes, findMinutes, sweepMinutes } from '../../server/status/store.ts'
import { auditHealthMinutes } from '../../server/transparency/audit-health-minutes.ts'
import { readyToSend, SUBMIT } from '../support/answers.ts'
import { nextMinute } from '../support/accounts.ts'
import { postJobs, until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { beforeDeadline, type Person, sendWith, ticketFor } from '../support/tickets.ts'

// The portal rates each minute by its own probes, and by the submissions of people. The ratings are public,
// and may extend a deadline.

const START = new Date('2026-11-24T11:02:30Z')
const minutes = (count: number) => count * 60_000

let portal: Portal
before(async () => {
  portal = await openPortal({ now: START })
})
after(() => portal.close())
beforeEach(async () => {
  portal.clock.set(START)
  portal.deps.health?.meter.take(START, true)
  await portal.db.run(sql`delete from health_minutes`)
})

const health = () => portal.deps.health ?? createHealth()
/** Writes a process's counts into the database, and reads the totals of all processes back. */
const write = async (by = health()) => {
  await by.flush(portal.deps.db, portal.clock.now())
  await by.refresh(portal.deps.db, portal.clock.now())
}
const rows = () => findMinutes(portal.db, new Date(0), new Date('2100-01-01'))
/** Submits while the tables for submissions are renamed, so that it fails. Returns the status. */
const submitFailing = async (visitor: Awaited<ReturnType<typeof readyToSend>>['visitor'], body: unknown) => {
  await portal.db.run(sql`alter table submissions rename to submissions_away`)
  await portal.db.run(sql`alter table job_applications rename to job_applications_away`)
  const answer = await visitor.post(SUBMIT, body)
  await portal.db.run(sql`alter table job_applications_away rename to job_applications`)
  await portal.db.run(sql`alter table submissions_away rename to submissions`)
  return answer.status
}

describe('the minutes of those who submit', () => {
  test('a submit that failed counts against its minute if the account’s draft is complete; one with an invented token never does', async () => {
    const served = await readyToSend(portal)
    const left = await readyToSend(portal)
    const empty = await readyToSend(portal, { over: { education: [], experience: [], referees: [] } })
    assert.equal((await served.visitor.post(SUBMIT, { job_id: served.jobId })).status, 200)
    for (const entry of [left, empty])
      assert.equal(await submitFailing(entry.visitor, { job_id: entry.jobId }), 500)
    const stranger = portal.visitor()
    stranger.token = 'x'.repeat(43)
    assert.equal((await stranger.post(SUBMIT, { job_id: 1 })).status, 401)
    for (let n = 0; n < 50; n++) health().meter.recordTry(`${n}`.padStart(64, '0'), portal.clock.now())
    portal.clock.advance(minutes(8))
    await portal.db.run(sql`alter table health_minutes rename to health_minutes_away`)
    await assert.rejects(health().flush(portal.deps.db, portal.clock.now()))
    await portal.db.run(sql`alter table health_minutes_away rename to health_minutes`)
    await write()
    await write()
    const [minute] = await rows()
    assert.deepEqual(
      [minute?.at.toISOString(), minute?.accounts, minute?.succeeded, minute?.submitted],
      ['2026-11-24T11:02:00.000Z', 2, 1, 1],
    )
  })

  test('a submit that is repeated with its key counts once, even if the caller did not wait for the first answer', async () => {
    const [answered, interrupted] = [await readyToSend(portal), await readyToSend(portal)]
    const send = ({ visitor, jobId }: typeof answered) =>
      visitor.post(SUBMIT, { job_id: jobId, idempotency_key: 'once' })
    for (let times = 0; times < 3; times++) assert.equal((await send(answered)).status, 200)
    // This person closes the connection while the database works. The application is still submitted.
    const { promise: queryStarted, resolve: start } = Promise.withResolvers<void>()
    const { row: ask } = portal.deps.db.urgent
    const gone = new AbortController()
    portal.deps.db.urgent.row = (query) => (start(), ask(query))
    const sent = fetch(portal.url + SUBMIT, {
      method: 'POST',
      body: JSON.stringify({ job_id: interrupted.jobId, idempotency_key: 'once' }),
      headers: { 'content-type': 'application/json', authorization: `Token ${interrupted.token}` },
      signal: gone.signal,
    })
    await queryStarted
    gone.abort()
    await assert.rejects(sent)
    portal.deps.db.urgent.row = ask
    await until(
      'it is sent',
      () =>
        portal.db.row<{ is_completed: boolean }>(
          sql`select is_completed from job_applications where id = ${interrupted.applicationId}`,
        ),
      (row) => row?.is_completed === true,
    )
    assert.equal((await send(interrupted)).status, 200)
    const counted = health().meter.take(portal.clock.now(), true).counts
    assert.equal(
      counted.reduce((sum, { submitted }) => sum + submitted, 0),
      2,
    )
  })

  test('a ticket is no success: an account succeeds only with a final answer within five minutes of the submit that got the ticket (last-hour#probe-success)', async () => {
    const people: Person[] = []
    for (let n = 0; n < 4; n++) people.push(await beforeDeadline(portal))
    const [, inTime, late, withoutFile] = people as [Person, Person, Person, Person]
    const tickets = new Map<Person, string>()
    for (const person of people)
      if (person !== withoutFile) tickets.set(person, await ticketFor(portal, person.visitor, person.body))
    const named = { ...withoutFile.body, files: { cv: 'a'.repeat(64) } }
    const { json } = await withoutFile.visitor.post(SUBMIT, named)
    assert.deepEqual([json.code, typeof json.ticket], ['files_missing', 'string'])
    for (const [person, afterMinutes] of [
      [inTime, 4],
      [late, 2],
    ] as const) {
      portal.clock.advance(minutes(afterMinutes))
      const sent = await sendWith(person.visitor, person.body, tickets.get(person) ?? '')
      assert.equal(sent.status, 200, sent.text)
    }
    portal.clock.advance(minutes(8))
    await write()
    await write()
    const [minute] = await rows()
    assert.deepEqual(
      [minute?.at.toISOString(), minute?.accounts, minute?.succeeded],
      ['2026-11-24T11:02:00.000Z', 4, 1],
    )
  })

  test('a process that ends writes the accounts without a decision, too', async () => {
    const person = await readyToSend(portal)
    assert.equal(await submitFailing(person.visitor, { job_id: person.jobId }), 500)
    portal.clock.advance(minutes(8))
    await health().flush(portal.deps.db, portal.clock.now(), true)
    assert.deepEqual(
      (await rows()).map(({ accounts, succeeded }) => [accounts, succeeded]),
      [[1, 0]],
    )
  })

  // Each process reports the accounts whose submits it could not decide. If another process has submitted the
  // application by then, the account does not count.
  test('a submit that another process accepted within five minutes does not count as failed here', async () => {
    const person = await readyToSend(portal)
    assert.equal(await submitFailing(person.visitor, { job_id: person.jobId }), 500)
    portal.clock.advance(minutes(1))
    const elsewhere = health().meter.take(portal.clock.now())
    assert.deepEqual(elsewhere.unsettled, [])
    await portal.db.run(sql`
      update job_applications set is_completed = true, reference_number = 'K7-4TR9XM-P', submitted_at = ${portal.clock.now()} where user_id = ${person.id}`)
    portal.clock.advance(minutes(8))
    await write()
    await write()
    assert.deepEqual(
      (await rows()).map(({ accounts }) => accounts),
      [],
    )
  })

  test('the counts of several processes are added, and counts that could not be written are written later', async () => {
    const [first, other] = [createHealth(), createHealth()]
    for (const entry of [first, other])
      for (let n = 0; n < 6; n++) entry.meter.recordProbe(portal.clock.now(), entry === first)
    portal.clock.advance(minutes(2))
    await portal.db.run(sql`alter table health_minutes rename to health_minutes_away`)
    await assert.rejects(first.flush(portal.deps.db, portal.clock.now()))
    assert.equal(
      first.current(portal.clock.now(), 1).minutes[0]?.state,
      'up',
      'the process knows what it counted itself',
    )
    await portal.db.run(sql`alter table health_minutes_away rename to health_minutes`)
    await write(first)
    await write(other)
    const [minute] = await rows()
    assert.deepEqual([minute?.probes, minute?.failed, minute && rateMinute(minute)], [12, 6, 'down'])
  })
})

describe('GET /api/status/', () => {
  test('it gives the level and the minutes from memory, also those without a record, and marks a stop by the operator (last-hour#status-page)', async () => {
    const { meter } = health()
    for (let n = 0; n < 6; n++) meter.recordProbe(portal.clock.now(), true)
    meter.recordStop(portal.clock.now())
    portal.clock.advance(minutes(3))
    for (let n = 0; n < 6; n++) meter.recordProbe(portal.clock.now(), n > 0)
    portal.clock.advance(minutes(2))
    await write()
    const queries: string[] = []
    const { rows: ask } = portal.deps.db
    portal.deps.db.rows = (query) => (queries.push(query.text), ask(query))
    nextMinute()
    const { json, status } = await portal.visitor().get('/api/status/')
    portal.deps.db.rows = ask
    assert.equal(status, 200)
    assert.deepEqual(json, {
      level: 0,
      minutes: [
        { at: '2026-11-24T11:02:00.000Z', state: 'up', submitted: 0, shed: 0 },
        { at: '2026-11-24T11:03:00.000Z', state: 'down', submitted: 0, shed: 0, stopped: true },
        { at: '2026-11-24T11:04:00.000Z', state: 'down', submitted: 0, shed: 0, stopped: true },
        { at: '2026-11-24T11:05:00.000Z', state: 'degraded', submitted: 0, shed: 0 },
      ],
      extensions: [],
    })
    assert.deepEqual(queries, [])
  })

  test('it returns one hour, or as many as were requested, and no more than two days', async () => {
    const { meter } = health()
    for (let n = 0; n < 3_500; n++, portal.clock.advance(minutes(1))) {
      meter.recordProbe(portal.clock.now(), true)
      if (n % 1_000 === 999) await write()
    }
    await write()
    nextMinute()
    const shown = async (query: string) =>
      ((await portal.visitor().get(`/api/status/${query}`)).json.minutes as unknown[]).length
    assert.deepEqual(
      [await shown(''), await shown('?hours=24'), await shown('?hours=99'), await shown('?hours=x')],
      [60, 1_440, 2_880, 60],
    )
  })
})

/** A digest of each table except `probe_submissions`, and the last value of each sequence. */
async function wholeDatabase() {
  const tables = await portal.db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'probe_submissions'`)
  const rowsOf = async (name: string) =>
    (
      await portal.db.row<{ rows: string }>(sql`
      select coalesce(md5(query_to_xml('select count(*) as n, sum(hashtext(it::text)) as hashed from ' || quote_ident(${name}) || ' it', true, true, '')::text), '') as rows`)
    )?.rows
  const sequences = await portal.db.rows(sql`select sequencename, last_value from pg_sequences order by 1`)
  return {
    rows: Object.fromEntries(await Promise.all(tables.map(async ({ name }) => [name, await rowsOf(name)]))),
    sequences,
  }
}

describe('the probe', () => {
  const probes = () => portal.db.rows<{ at: Date }>(sql`select at from probe_submissions`)
  /** Starts a server that answers each call with this status and body. */
  const fakePortal = async (status: number, body: string) => {
    const server = createServer((_request, response) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body),
    )
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
  }

  test('after a thousand probes there is one row and nothing else: no email, no leaf, no count, nothing in any table (last-hour#probe)', async () => {
    await readyToSend(portal)
    const before = await wholeDatabase()
    for (let n = 0; n < 1_000; n++) {
      if (n % 100 === 0) portal.clock.advance(1_000)
      assert.equal(await sendProbe(portal.deps, portal.url), true)
    }
    assert.deepEqual(await wholeDatabase(), before)
    assert.deepEqual(await probes(), [{ at: portal.clock.now() }])
    const { submitted, shed } = health().meter.take(portal.clock.now(), true).counts[0] ?? {
      submitted: 0,
      shed: 0,
    }
    assert.deepEqual([submitted, shed], [0, 0])
    assert.deepEqual(portal.deps.validationCounter?.take(), [])
  })

  test('a probe with a forged, old or early token, or one of another installation, counts as a stranger: it submits nothing and opens no other call', async () => {
    await portal.db.run(sql`delete from probe_submissions`)
    const now = portal.clock.now()
    /** A genuine token of the probe whose time is `ms` milliseconds from now. */
    const tokenAt = (ms: number) => probeToken(portal.deps.secrets, new Date(now.getTime() + ms))
    const forged = [
      tokenAt(-31_000),
      tokenAt(31_000),
      `${tokenAt(0)}x`,
      tokenAt(0).replace(/^\d+/, String(now.getTime() + 1)),
      probeToken(secretsFrom(Buffer.alloc(32)), now),
      'x'.repeat(5_000),
    ]
    for (const token of [...forged, '']) {
      const answer = await portal
        .visitor()
        .post(SUBMIT, { job_id: 1 }, { headers: { [PROBE_HEADER]: token } })
      assert.equal(answer.status, 401, token)
    }
    const genuine = { headers: { [PROBE_HEADER]: tokenAt(0) } }
    for (const path of ['/api/job-applications/partial-save/', '/api/job-applications/'])
      assert.equal((await portal.visitor().post(path, { job: 1 }, genuine)).status, 401)
    assert.equal((await portal.visitor().get('/api/user/profile/', genuine)).status, 401)
    assert.deepEqual(await probes(), [])
  })

  test('a probe counts as failed if it was shed, even with a ticket, if another server answered, or if none did', async () => {
    const ticket = await fakePortal(
      503,
      JSON.stringify({ code: 'busy', ticket: 'x', received_at: START.toISOString() }),
    )
    const elsewhere = await fakePortal(200, JSON.stringify({ probe: 'another' }))
    assert.equal(await sendProbe(portal.deps, ticket.url), false)
    assert.equal(await sendProbe(portal.deps, elsewhere.url), false)
    elsewhere.close()
    assert.equal(await sendProbe(portal.deps, elsewhere.url), false)
    await portal.db.run(sql`alter table probe_submissions rename to probe_submissions_away`)
    assert.equal(await sendProbe(portal.deps, portal.url), false)
    await portal.db.run(sql`alter table probe_submissions_away rename to probe_submissions`)
    assert.equal(await sendProbe(portal.deps, portal.url), true)
    ticket.close()
  })
})

describe('minutes in the public log', () => {
  const RULE = {
    extension_minutes: 15,
    extension_hours: 24,
    extension_times: 2,
    extension_least_hours: 2,
    extension_night_from: 22,
    extension_night_until: 6,
  }
  const deadline = new Date('2026-11-24T12:00:00Z')
  /** The moment that is this number of minutes after the deadline. */
  const atMinute = (count: number) => new Date(deadline.getTime() + minutes(count))
  const events = () =>
    portal.db.rows<{ digest: Buffer }>(sql`select digest from log_events where kind = 'minutes' order by id`)
  const problems = async () => {
    const found: string[] = []
    await auditHealthMinutes(portal.deps, (problem) => found.push(problem))
    return found
  }
  /** A process's counts of one minute. */
  const counted = {
    probing: true,
    probes: 6,
    failed: 0,
    accounts: 0,
    succeeded: 0,
    submitted: 2,
    shed: 1,
    stopped: false,
  }
  /** Records all ended minutes in the public log, part by part. Returns the number of events. */
  const logAll = async () => {
    let all = 0
    for (let some = -1; some !== 0; all += some) some = await logMinutes(portal.deps.db, portal.clock.now())
    return all
  }

  test('from 48 hours before to 3 hours after the deadline of an open job with a rule, ten minutes are one event; later counts change nothing, and the audit finds any change (last-hour#minutes-logged)', async () => {
    await postJobs(portal, { expiry_date: deadline.toISOString(), ...RULE })
    await postJobs(portal, { expiry_date: '2026-11-28' })
    const recorded = Array.from({ length: 60 * 60 }, (_, n) => ({
      ...counted,
      at: atMinute(n - 50 * 60),
      stopped: n === 2_999,
    }))
    // The operator stopped the portal for half an hour, starting exactly at the deadline.
    await addMinutes(
      portal.db,
      recorded.filter(({ at: minuteAt }) => minuteAt < atMinute(0) || minuteAt >= atMinute(30)),
    )
    portal.clock.set(atMinute(8 * 60))
    assert.equal(await logAll(), (51 * 60) / 10 + 1)
    assert.equal(await logAll(), 0)
    await health().refresh(portal.deps.db, portal.clock.now())
    const shown = health().current(portal.clock.now(), 48).minutes
    const first = shown.findIndex(({ at: minuteAt }) => minuteAt === atMinute(0).toISOString())
    assert.deepEqual(shown[first], {
      at: atMinute(0).toISOString(),
      state: 'down',
      submitted: 0,
      shed: 0,
      stopped: true,
    })
    const digests = (await events()).map(({ digest }) => digest.toString('hex'))
    for (const from of [first - 10, first, first + 30]) {
      const batch = createHash('sha256')
        .update(minutesEntry(shown.slice(from, from + 10)))
        .digest('hex')
      assert.ok(digests.includes(batch), 'whoever kept what the portal said can make the entry again')
    }
    // Minutes in the public log never change: counts that arrive later have no effect, and no sweep deletes
    // the minutes.
    await addMinutes(portal.db, [{ ...counted, failed: 6, at: atMinute(-60) }])
    await sweepMinutes(portal.db, new Date('2027-06-01'))
    assert.equal((await rows()).length, 51 * 60 + 10)
    assert.deepEqual(await problems(), [])
    await portal.db.run(sql`update health_minutes set submitted = 0 where at = ${atMinute(-60)}`)
    assert.deepEqual(await problems(), [
      `The minutes from ${atMinute(-60).toISOString()} on differ from the log.`,
    ])
    await portal.db.run(
      sql`delete from health_minutes where at >= ${atMinute(-60)} and at < ${atMinute(-50)}`,
    )
    assert.deepEqual(await problems(), ['1 events are about minutes that are no longer in the database.'])
  })
  test('counts that another process writes while minutes enter the public log are in their entry, or are dropped', async () => {
    const closes = new Date(deadline.getTime() + minutes(24 * 60))
    await postJobs(portal, { expiry_date: closes.toISOString(), ...RULE })
    const minute = new Date(closes.getTime() - minutes(60))
    await addMinutes(portal.db, [{ ...counted, at: minute, submitted: 10 }])
    portal.clock.set(new Date(closes.getTime() + minutes(8 * 60)))
    const differing = async () => (await problems()).filter((problem) => problem.includes('differ'))
    let logging = Promise.resolve(0)
    // The other process has written its counts, but its transaction has not ended.
    await portal.db.tx(async (tx) => {
      await addMinutes(tx, [{ ...counted, at: minute, submitted: 5 }])
      logging = logMinutes(portal.deps.db, portal.clock.now())
      await until(
        'the log waits for the other process',
        () =>
          portal.db.rows(
            sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          ),
        ({ length }) => length === 1,
      )
    })
    assert.ok((await logging) > 0)
    assert.equal((await rows()).find((row) => row.at.getTime() === minute.getTime())?.submitted, 15)
    assert.deepEqual(await differing(), [])
    await addMinutes(portal.db, [{ ...counted, at: minute, submitted: 7 }])
    assert.deepEqual(await differing(), [])
  })
})

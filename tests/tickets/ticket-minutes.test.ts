import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { proveUses, USABLE_MS } from '../../server/tickets/prove-uses.ts'
import { insertNode } from '../../server/tickets/minutes-store.ts'
import { ticketMinutes } from '../../server/tickets/minutes.ts'
import { hashOfTicket, readTicket, writeTicket } from '../../server/tickets/ticket.ts'
import { ticketIssuer } from '../../server/tickets/issuer.ts'
import { sweepDeadTokens } from '../../server/tickets/store.ts'
import { recentCount, waitSeconds } from '../../server/tickets/waits.ts'
import { writeMinutes } from '../../server/tickets/write-minutes.ts'
import { auditLog } from '../../server/transparency/audit.ts'
import { auditSubmissions } from '../../server/transparency/audit-submissions.ts'
import { checkpointWriter } from '../../server/transparency/checkpoint-writer.ts'
import { count, nextMinute } from '../support/accounts.ts'
import { answers, readyToSend, SUBMIT } from '../support/answers.ts'
import { erase } from '../support/erasure.ts'
import { openPortal, type Portal } from '../support/portal.ts'

import {
  beforeDeadline,
  HOUR_MS,
  type Person,
  sendWith,
  ticketFor,
  afterDeadline,
} from '../support/tickets.ts'
import type { Answer, Visitor } from '../support/visitor.ts'

// A ticket proves when a submit arrived. Each process records its tickets of a minute in the public log.
// `beforeDeadline` creates a person with a draft for a job that closes in half an hour. `ticketFor` gets the
// ticket of a failed submit. `sendWith` submits with tickets.
let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
// Each test starts in a new minute, because one network may make few calls a minute.
afterEach(nextMinute)

describe('minutes of tickets in the public log', () => {
  /** The portal's parts, with a connection of the database's owner. */
  const deps = () => ({ ...portal.deps, db: portal.db })
  const audit = async () => {
    const [problems, notes]: [string[], string[]] = [[], []]
    const { tickets } = await auditLog(
      deps(),
      (problem) => problems.push(problem),
      (note) => notes.push(note),
    )
    return { problems, notes, tickets }
  }
  /** The audit's sentence about the submission of one application. */
  const auditSentence = (id: number, what: string) => `The submission of application ${id} ${what}.`

  test('each process records its minutes with one event each; a used ticket stores its proof, and the minute’s row is deleted (last-hour#ticket-minutes, last-hour#ticket-receipt)', async () => {
    const { tickets } = portal.deps
    assert.ok(tickets)
    await insertNode(portal.db, tickets.node, portal.clock.now())
    const applicants: { visitor: Visitor; body: Record<string, unknown>; ticket: string }[] = []
    for (let minute = 0; minute < 3; minute++) {
      const { visitor, body } = await beforeDeadline(portal)
      applicants.push({ visitor, body, ticket: await ticketFor(portal, visitor, body) })
      portal.clock.advance(60_000)
    }
    const before = await count(portal, sql`select from log_events where kind = 'ticket'`)
    await writeMinutes(portal.deps)
    // The second call adds nothing to the public log. A process repeats the call when it did not get the
    // first answer.
    await writeMinutes(portal.deps)
    assert.ok((await count(portal, sql`select from log_events where kind = 'ticket'`)) > before)
    afterDeadline(portal)
    for (const { visitor, body, ticket } of applicants)
      assert.equal((await sendWith(visitor, body, ticket)).status, 200)
    await proveUses(deps())
    await checkpointWriter(deps())()
    const found = await audit()
    assert.deepEqual([found.problems, found.notes, found.tickets], [[], [], 3])
    assert.equal(await count(portal, sql`select from ticket_uses where proof is null`), 0)
    portal.clock.advance(USABLE_MS + 3 * HOUR_MS)
    await proveUses(deps())
    assert.equal(await count(portal, sql`select from ticket_minutes`), 0)
    assert.deepEqual((await audit()).problems, [])
  })
  test('the audit notes a ticket whose minute died with its process; other tickets without a minute, and arrivals without a ticket, are faults (last-hour#ticket-verify)', async () => {
    /** Makes a genuine ticket for the process `node`, received a second earlier than the original ticket. */
    const mint = async (person: Person, node: Buffer) => {
      const read =
        readTicket(portal.deps.secrets, await ticketFor(portal, person.visitor, person.body)) ?? assert.fail()
      return writeTicket(portal.deps.secrets, {
        ...read,
        node,
        receivedAt: new Date(read.receivedAt.getTime() - 1_000),
      })
    }
    const [lost, stranger, minted, dated] = [
      await beforeDeadline(portal),
      await beforeDeadline(portal),
      await beforeDeadline(portal),
      await beforeDeadline(portal),
    ]
    const ended = Buffer.alloc(8, 1)
    await insertNode(portal.db, ended, new Date(portal.clock.now().getTime() - 2_000))
    const own = portal.deps.tickets?.node ?? assert.fail()
    const tickets = [
      await mint(lost, ended),
      await mint(stranger, Buffer.alloc(8, 2)),
      await mint(minted, own),
    ]
    portal.clock.advance(120_000)
    await writeMinutes(portal.deps)
    afterDeadline(portal)
    for (const [index, person] of [lost, stranger, minted].entries())
      assert.equal((await sendWith(person.visitor, person.body, tickets[index]?.text ?? '')).status, 200)
    // Only the database's owner can do this: the submission's time moves to an hour after its arrival.
    await portal.db.run(sql`update jobs set expiry_date = null where id = ${dated.jobId}`)
    assert.equal((await dated.visitor.post(SUBMIT, dated.body)).status, 200)
    await portal.db.run(sql`alter table submissions disable trigger submissions_written_once`)
    await portal.db.run(
      sql`update submissions set submitted_at = submitted_at + interval '1 hour' where application_id = ${dated.applicationId}`,
    )
    // A ticket may be issued up to an hour after the arrival that it proves. By then its process has written
    // all minutes in which it can be.
    portal.clock.advance(HOUR_MS)
    await writeMinutes(portal.deps)
    await proveUses(deps())
    await checkpointWriter(deps())()
    const { problems, notes } = await audit()
    assert.deepEqual(notes, [
      auditSentence(
        lost.applicationId,
        'has a ticket whose minute was lost with its process, or is not recorded yet',
      ),
    ])
    for (const problem of [
      auditSentence(stranger.applicationId, 'has a ticket of a process that never existed'),
      auditSentence(minted.applicationId, 'has a ticket that its process did not record'),
      auditSentence(dated.applicationId, 'has an arrival time that no ticket proves'),
    ])
      assert.ok(problems.includes(problem), `${problem} ${problems.join(' ')}`)
  })
  test('R1 a used ticket whose minute was just written is correct before housekeeping has stored its proof', async () => {
    const { visitor, body } = await beforeDeadline(portal)
    const ticket = await ticketFor(portal, visitor, body)
    portal.clock.advance(60_000)
    await writeMinutes(portal.deps)
    assert.equal((await sendWith(visitor, body, ticket)).status, 200)
    await checkpointWriter(deps())()
    const earlier = await audit()
    await proveUses(deps())
    assert.deepEqual(earlier, await audit())
  })
  test('R1 a ticket issued in the minute after its arrival, with a process that ended then, is a note', async () => {
    const { visitor, body, applicationId } = await beforeDeadline(portal)
    const read =
      readTicket(portal.deps.secrets, await ticketFor(portal, visitor, body)) ?? assert.fail('no ticket')
    const ended = Buffer.alloc(8, 3)
    // This process has written the minute of the arrival, then received the ticket's request, and ended.
    const writtenUntil = new Date((Math.floor(read.receivedAt.getTime() / 60_000) + 1) * 60_000)
    await insertNode(portal.db, ended, writtenUntil)
    const { text } = writeTicket(portal.deps.secrets, { ...read, node: ended })
    assert.equal((await sendWith(visitor, body, text)).status, 200)
    await checkpointWriter(deps())()
    const { problems, notes } = await audit()
    const note = auditSentence(
      applicationId,
      'has a ticket whose minute was lost with its process, or is not recorded yet',
    )
    assert.deepEqual(
      problems.filter((problem) => problem.includes(` ${applicationId} `)),
      [],
    )
    assert.ok(notes.includes(note), notes.join(' '))
  })
  test('R1 a used ticket of a minute that had more tickets than are recorded is a note for ever, also when that minute’s tickets can no longer be used', async () => {
    const { tickets } = portal.deps
    assert.ok(tickets)
    await insertNode(portal.db, tickets.node, portal.clock.now())
    const { visitor, body, applicationId } = await beforeDeadline(portal)
    const read =
      readTicket(portal.deps.secrets, await ticketFor(portal, visitor, body)) ?? assert.fail('no ticket')
    // This ticket is one of those that did not fit into the minute.
    const receivedAt = new Date(read.receivedAt.getTime() - 1_000)
    const { text } = writeTicket(portal.deps.secrets, { ...read, receivedAt })
    portal.clock.advance(60_000)
    await writeMinutes(portal.deps)
    const sameMinute = sql`minute between ${receivedAt}::timestamptz - interval '1 minute' and ${read.receivedAt}`
    await portal.db.run(sql`update ticket_minutes set overflowed = true where ${sameMinute}`)
    assert.equal((await sendWith(visitor, body, text)).status, 200)
    portal.clock.advance(2 * HOUR_MS)
    await writeMinutes(portal.deps)
    await checkpointWriter(deps())()
    const sentences = async () => {
      const { problems, notes } = await audit()
      return [...problems, ...notes].filter((sentence) => sentence.includes(` ${applicationId} `))
    }
    const note = auditSentence(
      applicationId,
      'has a ticket of a minute that had more tickets than are recorded',
    )
    assert.deepEqual(await sentences(), [note])
    portal.clock.advance(USABLE_MS + 3 * HOUR_MS)
    await proveUses(deps())
    assert.deepEqual(await sentences(), [note])
    // The minute is kept for this ticket only.
    await portal.db.run(sql`delete from ticket_uses where application_id = ${applicationId}`)
    await proveUses(deps())
    assert.equal(await count(portal, sql`select from ticket_minutes where ${sameMinute}`), 0)
  })
  test('R1 an application that is erased while the audit reads it is no fault', async () => {
    const { visitor, body, applicationId } = await beforeDeadline(portal)
    const ticket = await ticketFor(portal, visitor, body)
    afterDeadline(portal)
    await writeMinutes(portal.deps)
    assert.equal((await sendWith(visitor, body, ticket)).status, 200)
    await proveUses(deps())
    await checkpointWriter(deps())()
    const { db } = portal
    let isErased = false
    /** The person deletes the account after the audit has read the submission, before it reads the ticket. */
    const rows: typeof db.rows = async (query) => {
      if (query.text.includes('from ticket_uses') && !isErased) {
        isErased = true
        assert.equal((await erase(visitor)).status, 200)
      }
      return db.rows(query)
    }
    const problems: string[] = []
    await auditSubmissions(
      { ...deps(), db: { ...db, rows } },
      (problem) => problems.push(problem),
      () => {},
    )
    assert.ok(isErased)
    assert.deepEqual(
      problems.filter((problem) => problem.includes(` ${applicationId} `)),
      [],
    )
  })
  test('the memory for a minute is limited: beyond the limit one ticket of each session is kept, and the minute says that it is not complete (last-hour#ticket-minutes)', () => {
    const minutes = ticketMinutes({ inMinute: 3, tokens: 2, waiting: 6 })
    const moment = new Date('2026-12-01T13:59:00.000Z')
    const add = (token: number, times: number, now = moment) => {
      for (let n = 0; n < times; n++)
        minutes.add(
          now,
          createHash('sha256').update(`${token} ${n} ${now.getTime()}`).digest(),
          Buffer.alloc(32, token),
        )
    }
    add(1, 3)
    add(2, 2)
    add(3, 1)
    assert.deepEqual(minutes.endedMinutes(moment), [])
    const next = new Date(moment.getTime() + 60_000)
    add(4, 3, next)
    // Token 1 has three hashes, and tokens 2 and 3 have one each: five hashes of 32 bytes.
    const [first, ...more] = minutes.endedMinutes(next)
    assert.deepEqual([first?.hashes.length, first?.overflowed, more.length], [5 * 32, true, 0])
    const [, second] = minutes.endedMinutes(new Date(next.getTime() + 60_000))
    assert.deepEqual([second?.hashes.length, second?.overflowed], [32, true])
    // The memory is full, and still no minute is without a trace.
    add(5, 2, new Date(next.getTime() + 60_000))
    const [, , third] = minutes.endedMinutes(new Date(next.getTime() + 120_000))
    assert.deepEqual([third?.hashes.length, third?.overflowed], [32, true])
    minutes.discard(3)
    assert.deepEqual(minutes.endedMinutes(next), [])
  })
})

describe('the time after which the caller of a ticket shall retry', () => {
  test('is the backlog divided by the rate, plus or minus half at random, between five seconds and a quarter of an hour (last-hour#ticket-wait)', () => {
    for (const [backlog, perSecond, least, most] of [
      [0, 50, 5, 15],
      [6_000, 20, 150, 450],
      [1_000, 0, 250, 750],
      [1e9, 1, 300, 900],
    ] as const) {
      const waits = Array.from({ length: 101 }, (_, index) =>
        waitSeconds({ backlog, perSecond, random: index / 101 }),
      )
      assert.ok(
        Math.min(...waits) >= least && Math.max(...waits) <= most,
        `${backlog} ${perSecond}: ${Math.min(...waits)}-${Math.max(...waits)}`,
      )
      assert.ok(new Set(waits).size > 5)
    }
  })
  test('comes from counts that expire, also when the clock jumps by an hour', () => {
    const counted = recentCount(1_000, 60)
    for (let second = 0; second < 90; second++) counted.add(second * 1_000)
    assert.equal(counted.sum(89_000), 60)
    assert.equal(counted.sum(89_000 + HOUR_MS), 0)
    counted.add(0)
    assert.equal(counted.sum(89_000 + HOUR_MS), 1)
  })
  test('while no submit gets through, comes from the best ten seconds of the last five minutes', () => {
    const staff = ticketIssuer(portal.deps.secrets)
    const after = (minutes: number) => new Date(portal.clock.now().getTime() + minutes * 60_000)
    for (let count = 0; count < 100; count++) staff.countVerdict(after(0), false)
    assert.deepEqual(
      [
        staff.measured(after(1)).perSecond,
        staff.measured(after(4)).perSecond,
        staff.measured(after(6)).perSecond,
      ],
      [10, 10, 0],
    )
  })
  test('is not shortened by submits that were refused before their answers were checked, as with made-up tickets or by strangers', async () => {
    portal.clock.advance(6 * 60_000)
    const person = await readyToSend(portal)
    const perSecond = () => portal.deps.tickets?.measured(portal.clock.now()).perSecond ?? 0
    const before = perSecond()
    const forged = () =>
      person.visitor.post(
        SUBMIT,
        { job_id: person.jobId, ...answers() },
        { headers: { 'submit-ticket': 'forged' } },
      )
    for (let time = 0; time < 5; time++)
      assert.deepEqual(
        [(await forged()).status, (await portal.visitor().post(SUBMIT, [])).status],
        [409, 401],
      )
    assert.equal(perSecond(), before)
    assert.equal((await person.visitor.post(SUBMIT, { job_id: person.jobId, ...answers() })).status, 200)
    assert.ok(perSecond() > before)
  })
  test('a ticket has the same hash after it was read from its text', () => {
    const real = writeTicket(portal.deps.secrets, {
      receivedAt: portal.clock.now(),
      tokenHash: Buffer.alloc(32),
      digest: Buffer.alloc(32),
      node: Buffer.alloc(8),
    })
    const read = readTicket(portal.deps.secrets, real.text) ?? assert.fail()
    assert.ok(hashOfTicket(read).equals(hashOfTicket(real)))
  })
})

describe('tokens of ended sessions, and made-up tokens', () => {
  test('all ended tokens are deleted when their time is over, however many they are', async () => {
    const { email } = await beforeDeadline(portal)
    await portal.db.run(sql`
      insert into dead_tokens (token_hash, user_id, stored_until)
      select sha256(n::text::bytea), (select id from users where email = ${email}), ${portal.clock.now()}::timestamptz - interval '1 second' from generate_series(1, 2500) n`)
    await sweepDeadTokens(portal.deps.db, portal.clock.now())
    assert.equal(
      await count(portal, sql`select from dead_tokens where stored_until < ${portal.clock.now()}`),
      0,
    )
  })
  test('lists 60,000 deep have no digest: the answer is the usual one, without a ticket', async () => {
    const { visitor, body } = await beforeDeadline(portal)
    await visitor.post('/api/logout/')
    const answer = await visitor.post(SUBMIT, { ...body, education: '['.repeat(60_000) + ']'.repeat(60_000) })
    assert.deepEqual(
      [answer.status, answer.json.code, answer.json.ticket],
      [401, 'signed_out', undefined],
      answer.text,
    )
  })
  test('after too many made-up tokens of a network, further ones get no tickets, and so do not lengthen the wait of others', async () => {
    const { measured } = portal.deps.tickets!
    const [strangers, before] = [portal.visitor(), measured(portal.clock.now()).waiting]
    const replies: Answer[] = []
    for (let tries = 0; tries < 305; tries++) {
      strangers.token = randomBytes(32).toString('base64url')
      replies.push(await strangers.post(SUBMIT, { job_id: 1 }, { ip: '10.77.1.1' }))
    }
    assert.deepEqual(
      [replies.at(-1)?.json.code, replies.filter(({ json }) => json.ticket).length],
      ['too_many', 0],
    )
    assert.equal(measured(portal.clock.now()).waiting, before)
    // Another person in the same network, whose session has just ended, still gets a ticket.
    const { visitor, body } = await beforeDeadline(portal)
    await visitor.post('/api/logout/')
    const other = portal.visitor()
    other.token = visitor.token
    const ended = await other.post(SUBMIT, body, { ip: '10.77.1.1' })
    assert.deepEqual([ended.json.code, typeof ended.json.ticket], ['too_many', 'string'])
  })
})

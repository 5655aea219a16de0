import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, afterEach, before, describe, test } from 'node:test'
import { contentText } from '#contract/tickets/tickets.ts'
import { sql } from '../../../server/database/connect.ts'
import { proveUses, USABLE_MS } from '../../../server/tickets/prove-uses.ts'
import { insertNode } from '../../../server/tickets/minutes-store.ts'
import { ticketMinutes } from '../../../server/tickets/minutes.ts'
import { hashOfTicket, readTicket, writeTicket } from '../../../server/tickets/ticket.ts'
import { ticketDesk } from '../../../server/tickets/desk.ts'
import { sweepDeadTokens } from '../../../server/tickets/store.ts'
import { recentCount, waitSeconds } from '../../../server/tickets/waits.ts'
import { writeMinutes } from '../../../server/tickets/write-minutes.ts'
import { auditLog } from '../../../server/transparency/audit.ts'
import { checkpointWriter } from '../../../server/transparency/checkpoint-writer.ts'
import { count, nextMinute } from '../../support/accounts.ts'
import { answers, asForm, detailPath, PARTIAL, readyToSend, SUBMIT } from '../../support/answers.ts'
import { openPortal, type Portal } from '../../support/portal.ts'
import { jpeg, pdf } from '../../support/sample-files.ts'
import {
  beforeDeadline,
  contentOf,
  HOUR_MS,
  loggedInAgain,
  type Person,
  sendWith,
  ticketFor,
} from '../../support/tickets.ts'
import type { Answer } from '../../support/visitor.ts'

let portal: Portal
before(async () => {
  portal = await openPortal()
})
after(() => portal.close())
afterEach(nextMinute)

const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const afterwards = () => portal.clock.advance(HOUR_MS / 2 + 60_000)
const documentPath = (id: number, kind = 'cv') => `${detailPath(id)}documents/${kind}/`
const upload = async (
  { visitor, applicationId }: Person,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
  kind = 'cv',
  id = applicationId,
) => {
  const form = asForm({ file: new File([new Uint8Array(bytes)], 'cv.pdf') })
  const answer = await fetch(portal.url + documentPath(id, kind), {
    method: 'PUT',
    body: form,
    headers: { authorization: `Token ${visitor.token}`, ...headers },
  })
  return {
    status: answer.status,
    json: (await answer.json()) as { code?: string; document?: { sha256: string } },
  }
}

describe('files by their hashes', () => {
  test('a submit that names a file that is not here is told so; once it is, it is sent with the files it names and no others', async () => {
    const it = await beforeDeadline(portal)
    const cv = pdf('% mine')
    const body = { ...it.body, files: { cv: sha(cv) } }
    const missing = await it.visitor.post(SUBMIT, body)
    assert.deepEqual(
      [missing.status, missing.json.code, missing.json.missing],
      [409, 'files_missing', ['cv']],
    )
    assert.equal((await upload(it, cv)).status, 200)
    assert.equal((await upload(it, pdf('% letter'), {}, 'cover_letter')).status, 200)
    assert.equal((await it.visitor.post(SUBMIT, body)).status, 200)
    const whole = (await it.visitor.get(detailPath(it.applicationId))).json
    assert.deepEqual(
      whole.documents.map(({ kind, sha256 }: Record<string, string>) => [kind, sha256]),
      [['cv', sha(cv)]],
    )
  })
  test('a photo is named by what was sent, though its place and date are not kept', async () => {
    const it = await beforeDeadline(portal)
    const photo = jpeg()
    assert.equal((await upload(it, photo)).json.document?.sha256, sha(photo))
    assert.equal((await it.visitor.post(SUBMIT, { ...it.body, files: { cv: sha(photo) } })).status, 200)
  })
  test('after the deadline a file is taken only under a ticket of this application that names it', async () => {
    const it = await beforeDeadline(portal)
    const other = await beforeDeadline(portal)
    const [cv, another] = [pdf('% named'), pdf('% another')]
    const body = { ...it.body, files: { cv: sha(cv) } }
    const content = (await contentOf(body)) ?? assert.fail()
    // A ticket is given for any answer that is no verdict: here the session has ended.
    const old = it.visitor.token
    await it.visitor.post('/api/logout/')
    const ended = await it.visitor.post(SUBMIT, body)
    assert.equal(ended.status, 401)
    const ticket = String(ended.json.ticket)
    it.visitor.token = (await loggedInAgain(portal, it.email)).token
    assert.notEqual(it.visitor.token, old)
    const headers = { 'submit-ticket': ticket, 'submit-content': contentText(content) }
    afterwards()
    const refusedWith = async (code: string, answer: Promise<{ status: number; json: { code?: string } }>) =>
      assert.deepEqual(await answer.then(({ status, json }) => [status, json.code]), [409, code])
    await refusedWith('job_closed', upload(it, cv))
    await refusedWith('submit_ticket_forged', upload(it, cv, { ...headers, 'submit-ticket': 'forged' }))
    await refusedWith('submit_ticket_other_file', upload(it, another, headers))
    await refusedWith('submit_ticket_other_file', upload(it, cv, headers, 'cover_letter'))
    await refusedWith(
      'submit_ticket_other_answers',
      upload(it, another, {
        ...headers,
        'submit-content': contentText({ ...content, files: { cv: sha(another) } }),
      }),
    )
    await refusedWith('submit_ticket_other_answers', upload(it, cv, { 'submit-ticket': ticket }))
    await refusedWith('submit_ticket_other_account', upload(other, cv, headers))
    const second = await it.visitor.post(PARTIAL, { job_id: other.jobId })
    assert.equal(second.status, 409)
    assert.equal((await sendWith(it.visitor, body, ticket)).json.code, 'files_missing')
    assert.equal((await upload(it, cv, headers)).status, 200)
    assert.equal(
      (await it.visitor.request('DELETE', documentPath(it.applicationId), { headers })).status,
      409,
    )
    const sent = await sendWith(it.visitor, body, ticket)
    assert.equal(sent.status, 200, sent.text)
    await refusedWith('already_applied', upload(it, cv, headers))
  })
})

describe('W12 the profile part', () => {
  const profileOf = async (person: Person) => (await person.visitor.get('/api/user/profile/')).json
  test('W12 fills what is empty, if and only if the application is sent, and is in what was frozen', async () => {
    const it = await beforeDeadline(portal)
    await portal.db.run(sql`update users set id_number = '', address = '' where id = ${it.id}`)
    const profile = { idno: '33112244', address: 'P.O. Box 9, Lamu', first_name: 'Another' }
    const incomplete = await it.visitor.post(SUBMIT, { ...it.body, referees: [], profile })
    assert.equal(incomplete.status, 422)
    assert.deepEqual([(await profileOf(it)).idno, (await profileOf(it)).address], ['', ''])
    const sent = await it.visitor.post(SUBMIT, { ...it.body, profile })
    assert.equal(sent.status, 200, sent.text)
    const { idno, address, user } = await profileOf(it)
    assert.deepEqual([idno, address, user.first_name], ['33112244', 'P.O. Box 9, Lamu', 'Wanjiku'])
    const frozen = await portal.db.row<{ idno: string }>(sql`
      select frozen::jsonb -> 'applicant' ->> 'idno' as idno from submissions where application_id = ${it.applicationId}`)
    assert.equal(frozen?.idno, '33112244')
  })
  test('W12 what is typed wrongly is told at its field, and nothing is sent', async () => {
    const [it, other] = [await beforeDeadline(portal), await beforeDeadline(portal)]
    const { idno } = await profileOf(other)
    await portal.db.run(sql`update users set id_number = '' where id = ${it.id}`)
    for (const [profile, field] of [
      [{ idno: 'x' }, 'idno'],
      [{ idno }, 'idno'],
    ] as const) {
      const refused = await it.visitor.post(SUBMIT, { ...it.body, profile })
      assert.deepEqual([refused.status, Array.isArray(refused.json[field])], [422, true], refused.text)
    }
    assert.deepEqual(
      [
        (await profileOf(it)).idno,
        await count(portal, sql`select from submissions where application_id = ${it.applicationId}`),
      ],
      ['', 0],
    )
    assert.equal((await it.visitor.post(SUBMIT, { ...it.body, profile: { idno: '33445566' } })).status, 200)
  })
})

describe('at once', () => {
  test('fifty submits with the same and with other tickets, after the deadline: one submission, one receipt', async () => {
    const it = await beforeDeadline(portal)
    await portal.db.run(sql`update users set id_number = '' where id = ${it.id}`)
    const body = { ...it.body, profile: { idno: '33998877' } }
    const tickets: string[] = []
    for (let times = 0; times < 5; times++) {
      tickets.push(await ticketFor(portal, it.visitor, body))
      portal.clock.advance(1_000)
    }
    afterwards()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, at) => sendWith(it.visitor, body, tickets[at % 5] ?? '')),
    )
    const verdicts = answers.filter(({ status }) => status !== 503)
    const good = verdicts.filter(({ status }) => status === 200)
    assert.ok(
      good.length > 0 && good.length === verdicts.length,
      JSON.stringify(answers.map(({ status, json }) => [status, json.code])),
    )
    assert.equal(new Set(good.map(({ text }) => text)).size, 1)
    assert.equal(
      await count(portal, sql`select from submissions where application_id = ${it.applicationId}`),
      1,
    )
    assert.equal(
      await count(portal, sql`select from ticket_uses where application_id = ${it.applicationId}`),
      1,
    )
  })
})

describe('minutes of tickets in the public log', () => {
  const deps = () => ({ ...portal.deps, db: portal.db })
  const audit = async () => {
    const [faults, notes]: [string[], string[]] = [[], []]
    const { tickets } = await auditLog(
      deps(),
      (fault) => faults.push(fault),
      (note) => notes.push(note),
    )
    return { faults, notes, tickets }
  }
  const tell = (id: number, what: string) => `The submission of application ${id} ${what}.`

  test('each process writes its minutes down with one event each; what was used has its proof, and the row goes', async () => {
    const { tickets } = portal.deps
    assert.ok(tickets)
    await insertNode(portal.db, tickets.node, portal.clock.now())
    const it = await beforeDeadline(portal)
    const ticket = await ticketFor(portal, it.visitor, it.body)
    portal.clock.advance(60_000)
    const before = await count(portal, sql`select from log_events where kind = 'ticket'`)
    await writeMinutes(portal.deps)
    // A second time, as after an answer that was lost, nothing is added.
    await writeMinutes(portal.deps)
    assert.ok((await count(portal, sql`select from log_events where kind = 'ticket'`)) > before)
    afterwards()
    assert.equal((await sendWith(it.visitor, it.body, ticket)).status, 200)
    await proveUses(deps())
    await checkpointWriter(deps())()
    const found = await audit()
    // Those of the tests before were used as well, at the same process.
    assert.deepEqual([found.faults, found.notes, found.tickets], [[], [], 3])
    assert.equal(await count(portal, sql`select from ticket_uses where proof is null`), 0)
    portal.clock.advance(USABLE_MS + 3 * HOUR_MS)
    await proveUses(deps())
    assert.equal(await count(portal, sql`select from ticket_minutes`), 0)
    assert.deepEqual((await audit()).faults, [])
  })
  test('a ticket whose minute was lost with its process is a note; others without a minute, and arrivals without a ticket, are faults', async () => {
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
    const made = [await mint(lost, ended), await mint(stranger, Buffer.alloc(8, 2)), await mint(minted, own)]
    portal.clock.advance(120_000)
    await writeMinutes(portal.deps)
    afterwards()
    for (const [at, person] of [lost, stranger, minted].entries())
      assert.equal((await sendWith(person.visitor, person.body, made[at]?.text ?? '')).status, 200)
    // Whoever holds the database and the key of the receipts dates one back.
    await portal.db.run(sql`update jobs set expiry_date = null where id = ${dated.jobId}`)
    assert.equal((await dated.visitor.post(SUBMIT, dated.body)).status, 200)
    await portal.db.run(sql`alter table submissions disable trigger submissions_written_once`)
    await portal.db.run(
      sql`update submissions set submitted_at = submitted_at + interval '1 hour' where application_id = ${dated.applicationId}`,
    )
    await proveUses(deps())
    await checkpointWriter(deps())()
    const { faults, notes } = await audit()
    assert.deepEqual(notes, [
      tell(lost.applicationId, 'has a ticket whose minute was lost with its process, or is not recorded yet'),
    ])
    for (const fault of [
      tell(stranger.applicationId, 'has a ticket of a process that never existed'),
      tell(minted.applicationId, 'has a ticket that its process did not record'),
      tell(dated.applicationId, 'names an arrival that no ticket proves'),
    ])
      assert.ok(faults.includes(fault), `${fault} ${faults.join(' ')}`)
  })
  test('what a process keeps is bounded: beyond its most one of each token, and then the minute says that it is not whole', () => {
    const minutes = ticketMinutes({ inMinute: 3, tokens: 2, waiting: 6 })
    const at = new Date('2026-12-01T13:59:00.000Z')
    const add = (token: number, times: number, now = at) => {
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
    assert.deepEqual(minutes.over(at), [])
    const next = new Date(at.getTime() + 60_000)
    add(4, 3, next)
    const [first, ...more] = minutes.over(next)
    assert.deepEqual([first?.hashes.length, first?.overflowed, more.length], [5 * 32, true, 0])
    const [, second] = minutes.over(new Date(next.getTime() + 60_000))
    assert.deepEqual([second?.hashes.length, second?.overflowed], [32, true])
    minutes.written(2)
    assert.deepEqual(minutes.over(next), [])
  })
})

describe('how long a ticket has to wait', () => {
  test('backlog by rate, spread by half to both sides, between five seconds and a quarter of an hour', () => {
    for (const [backlog, perSecond, least, most] of [
      [0, 50, 5, 15],
      [6_000, 20, 150, 450],
      [1_000, 0, 250, 750],
      [1e9, 1, 300, 900],
    ] as const) {
      const waits = Array.from({ length: 101 }, (_, at) =>
        waitSeconds({ backlog, perSecond, random: at / 101 }),
      )
      assert.ok(
        Math.min(...waits) >= least && Math.max(...waits) <= most,
        `${backlog} ${perSecond}: ${Math.min(...waits)}-${Math.max(...waits)}`,
      )
      assert.ok(new Set(waits).size > 5)
    }
  })
  test('what was counted is forgotten after its time, also when the clock jumps by an hour', () => {
    const counted = recentCount(1_000, 60)
    for (let second = 0; second < 90; second++) counted.add(second * 1_000)
    assert.equal(counted.sum(89_000), 60)
    assert.equal(counted.sum(89_000 + HOUR_MS), 0)
    counted.add(0)
    assert.equal(counted.sum(89_000 + HOUR_MS), 1)
  })
  test('while nothing goes through it is told by the best ten seconds of five minutes', () => {
    const desk = ticketDesk(portal.deps.secrets)
    const after = (minutes: number) => new Date(portal.clock.now().getTime() + minutes * 60_000)
    for (let count = 0; count < 100; count++) desk.countVerdict(after(0), false)
    assert.deepEqual(
      [
        desk.measured(after(1)).perSecond,
        desk.measured(after(4)).perSecond,
        desk.measured(after(6)).perSecond,
      ],
      [10, 10, 0],
    )
  })
  test('is not shortened by submits that nobody judged: those with made-up tickets, and of strangers', async () => {
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
  test('a ticket is known by one spelling', () => {
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

describe('a file that could never be taken', () => {
  test('one that the job requires by name is asked for by name; the ticket’s header names every kind', async () => {
    const it = await beforeDeadline(portal, {
      wanted_documents: [{ name: 'National identity card', required: true }, { name: 'Certificate' }],
    })
    const [card, certificate] = [pdf('% card'), Buffer.from('no document')]
    const body = { ...it.body, files: { document_1: sha(card), document_2: sha(certificate) } }
    const ticket = String((await it.visitor.post(SUBMIT, body)).json.ticket)
    const content = (await contentOf(body)) ?? assert.fail()
    assert.deepEqual(content.files, body.files)
    const headers = { 'submit-ticket': ticket, 'submit-content': contentText(content) }
    afterwards()
    assert.equal((await upload(it, certificate, headers, 'document_2')).status, 422)
    const none = await sendWith(it.visitor, { ...body, files_left_out: ['document_1', 'document_2'] }, ticket)
    assert.deepEqual([none.status, none.json.message], [422, 'Please add: National identity card'])
    assert.equal((await upload(it, card, headers, 'document_1')).status, 200)
    const sent = await sendWith(it.visitor, { ...body, files_left_out: ['document_2'] }, ticket)
    assert.equal(sent.status, 200, sent.text)
    const kept = await portal.db.row(
      sql`select left_out from submissions where application_id = ${it.applicationId}`,
    )
    assert.deepEqual(kept, { left_out: ['document_2'] })
  })
  for (const [documents, status] of [
    ['asked', 200],
    ['required', 422],
  ] as const)
    test(`is left out under the ticket, where documents are ${documents}: ${status}`, async () => {
      const it = await beforeDeadline(portal, { documents })
      const cv = Buffer.from('no document')
      const body = { ...it.body, files: { cv: sha(cv) } }
      const leftOut = { ...body, files_left_out: ['cv'] }
      const ticket = String((await it.visitor.post(SUBMIT, body)).json.ticket)
      const headers = {
        'submit-ticket': ticket,
        'submit-content': contentText((await contentOf(body)) ?? assert.fail()),
      }
      afterwards()
      assert.equal((await upload(it, cv, headers)).status, 422)
      assert.equal((await sendWith(it.visitor, body, ticket)).json.code, 'files_missing')
      assert.equal((await it.visitor.post(SUBMIT, leftOut)).json.code, 'job_closed')
      const sent = await sendWith(it.visitor, leftOut, ticket)
      assert.equal(sent.status, status, sent.text)
      assert.deepEqual((await it.visitor.get(detailPath(it.applicationId))).json.documents, [])
    })
})

describe('tokens that open nothing', () => {
  test('however many tokens ended, they are forgotten when their time is over', async () => {
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
  test('made-up tokens gather no tickets, and so make nobody wait, when their network has had too many of them', async () => {
    const { measured } = portal.deps.tickets!
    const [strangers, before] = [portal.visitor(), measured(portal.clock.now()).waiting]
    const told: Answer[] = []
    for (let tries = 0; tries < 305; tries++) {
      strangers.token = randomBytes(32).toString('base64url')
      told.push(await strangers.post(SUBMIT, { job_id: 1 }, { ip: '10.77.1.1' }))
    }
    assert.deepEqual([told.at(-1)?.json.code, told.filter(({ json }) => json.ticket).length], ['too_many', 0])
    assert.equal(measured(portal.clock.now()).waiting, before)
    // Who shares the network, and whose session has just ended, has one.
    const { visitor, body } = await beforeDeadline(portal)
    await visitor.post('/api/logout/')
    const other = portal.visitor()
    other.token = visitor.token
    const ended = await other.post(SUBMIT, body, { ip: '10.77.1.1' })
    assert.deepEqual([ended.json.code, typeof ended.json.ticket], ['too_many', 'string'])
  })
})

describe('answered by admission', () => {
  const admission = () => portal.deps.admission ?? assert.fail()
  test('before anything is read: a ticket, and the headers of every answer', async () => {
    const it = await beforeDeadline(portal)
    const { lets } = admission()
    admission().lets = () => false
    const shed = await it.visitor.post(SUBMIT, it.body)
    const read = await it.visitor.get('/api/user/profile/')
    admission().lets = lets
    const sent = await sendWith(it.visitor, it.body, String(shed.json.ticket))
    assert.deepEqual([shed.status, read.status, sent.status], [503, 503, 200], shed.text + sent.text)
    for (const name of ['x-content-type-options', 'referrer-policy', 'cache-control'])
      assert.ok(shed.headers.get(name), name)
    const named = ({ headers }: Answer) =>
      [...headers.keys()].filter((name) => name !== 'connection' && name !== 'keep-alive').sort()
    assert.deepEqual(named(shed), named(read))
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { CORRECTIONS, PROFILE_CORRECTION_WORDS } from '#contract/corrections/words.ts'
import { sql } from '../../server/database/connect.ts'
import { sweep } from '../../server/housekeeping.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { clamdPeer } from '../support/clamd-peer.ts'
import { emailsTo } from '../support/emails.ts'
import { A_TUESDAY, openPortal, type Portal } from '../support/portal.ts'
import { EICAR, pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'
import { form, storedFiles, send } from '../support/uploads.ts'
import type { Visitor } from '../support/visitor.ts'

const DAY = 86_400_000

// `storedFiles` lists the names of the stored files.
let portal: Portal
let first: Officer
let second: Officer
/** Plays the virus scanner. */
let peer: Awaited<ReturnType<typeof clamdPeer>>
before(async () => {
  peer = await clamdPeer()
  portal = await openPortal({ config: { CLAMD_URL: peer.url } })
  first = await officer(portal, 'recruiter')
  second = await officer(portal, 'administrator')
})
beforeEach(() => {
  // Each test starts in a new minute, because one network may make few calls a minute.
  nextMinute()
  portal.clock.set(A_TUESDAY)
  peer.manner = 'right'
})
after(async () => {
  await portal.close()
  await peer.stop()
})

type Asked = { values?: Record<string, string>; data?: Buffer | undefined }
/** Sends a request for a correction as the browser does. With empty `data`, no document is attached. */
async function ask(visitor: Visitor, { values = { last_name: 'otieno' }, data = pdf() }: Asked = {}) {
  const fields = { reason: 'My ID says Otieno', ...values }
  const { body, type } = form([
    ...Object.entries(fields).map(([name, text]) => ({ name, data: text })),
    ...(data.length > 0 ? [{ name: 'evidence', file: 'my id.pdf', data }] : []),
  ])
  return send(`${portal.url}/api/corrections/`, {
    method: 'POST',
    token: visitor.token,
    headers: { 'content-type': type, 'content-length': body.length },
    body,
  })
}
/** Logs a person in whose request for a correction waits for a decision. */
async function withCorrection(values?: Record<string, string>) {
  const person = await loggedIn(portal)
  const answer = await ask(person.visitor, values ? { values } : {})
  assert.equal(answer.status, 200, answer.text)
  const { results } = (await person.visitor.get('/api/corrections/')).json
  return { ...person, correction: Number(results[0].id) }
}
const decide = ({ visitor }: Officer, id: number, correct = true, note = '') =>
  visitor.post(`/api/staff/corrections/${id}/decide/`, { correct, note })
const ownLine = async (visitor: Visitor) => (await visitor.get('/api/corrections/')).json.results[0]
const lineFor = async ({ visitor }: Officer, id: number) =>
  (await visitor.get('/api/staff/corrections/')).json.results.find((entry: { id: number }) => entry.id === id)
const detailsOf = (id: number) =>
  portal.db.row<Record<string, string>>(
    sql`select first_name, last_name, id_number, date_of_birth::text as born from users where id = ${id}`,
  )

/** How many requests for corrections an officer's start page counts. */
async function counted({ visitor }: Officer): Promise<number> {
  nextMinute()
  const { to_decide: waits } = (await visitor.get('/api/staff/start/')).json
  return waits?.items.find(({ kind }: { kind: string }) => kind === 'corrections')?.size ?? 0
}

describe('A26 issue 19: a person asks for a correction of names, ID or date of birth, with evidence', () => {
  test('only changed values are stored; the person sees that the request waits, and no one else does', async () => {
    const { visitor, correction } = await withCorrection({
      first_name: 'Wanjiku',
      last_name: 'otieno',
      date_of_birth: '1998-05-06',
    })
    const line = await ownLine(visitor)
    assert.deepEqual(line.changes, [
      { field: 'last_name', from: "Ng'ang'a", to: 'Otieno' },
      { field: 'date_of_birth', from: '1999-05-06', to: '1998-05-06' },
    ])
    assert.deepEqual([line.id, line.state, line.note], [correction, 'waiting', ''])
    const other = await loggedIn(portal)
    assert.deepEqual((await other.visitor.get('/api/corrections/')).json.results, [])
    assert.equal((await other.visitor.request('DELETE', `/api/corrections/${correction}/`)).status, 404)
  })
  test('without a document, a reason or a change it is refused, and so is what no profile may hold', async () => {
    const { visitor, id } = await loggedIn(portal)
    const refusals: [request: Asked, field: string, sentence: string][] = [
      [{ data: Buffer.alloc(0) }, 'evidence', PROFILE_CORRECTION_WORDS.evidenceRequired],
      [{ values: { last_name: 'Otieno', reason: ' ' } }, 'reason', PROFILE_CORRECTION_WORDS.reasonRequired],
      [{ values: {} }, 'first_name', PROFILE_CORRECTION_WORDS.nothing],
      [{ values: { last_name: "Ng'ang'a" } }, 'first_name', PROFILE_CORRECTION_WORDS.nothing],
    ]
    for (const [request, field, sentence] of refusals) {
      const { status, json } = await ask(visitor, request)
      assert.deepEqual([status, json[field]], [422, [sentence]])
    }
    for (const [field, value] of [
      ['date_of_birth', '2020-01-01'],
      ['date_of_birth', '1999-02-30'],
      ['idno', '1'],
      ['last_name', 'x'],
    ] as const) {
      const { status, json } = await ask(visitor, { values: { [field]: value } })
      assert.ok(status === 422 && json[field], `${field} ${value}: ${status}`)
    }
    const noDocument = await ask(visitor, { data: Buffer.from('MZ no document') })
    assert.ok(noDocument.status === 422 && noDocument.json.evidence)
    const rows = await portal.db.rows(sql`select from corrections where user_id = ${id}`)
    assert.equal(rows.length, 0)
  })
  test('one waits at a time, also of two sent at once; taken back, the next may come, a few a day', async () => {
    const { visitor } = await loggedIn(portal)
    const both = await Promise.all([ask(visitor), ask(visitor)])
    assert.deepEqual(
      both.map(({ status }) => status).sort((left, right) => left - right),
      [200, 409],
    )
    const { id } = await ownLine(visitor)
    assert.equal((await visitor.request('DELETE', `/api/corrections/${id}/`)).status, 200)
    assert.equal((await visitor.request('DELETE', `/api/corrections/${id}/`)).status, 404)
    assert.equal((await ownLine(visitor)).state, 'taken_back')
    assert.equal((await decide(first, id)).status, 404)
    for (let sent = 1; sent < CORRECTIONS.perDay; sent++) {
      assert.equal((await ask(visitor)).status, 200)
      await visitor.request('DELETE', `/api/corrections/${(await ownLine(visitor)).id}/`)
    }
    assert.equal((await ask(visitor)).status, 429)
  })
})

describe('T14 R16 the document of a correction is scanned before it is stored', () => {
  test('a scanner that is silent costs the person seconds, and no request of the day', {
    timeout: 30_000,
  }, async () => {
    const { visitor } = await loggedIn(portal)
    peer.manner = 'silent'
    const slow = await ask(visitor)
    assert.deepEqual([slow.status, slow.json.message], [503, PROFILE_CORRECTION_WORDS.notScanned])
    peer.manner = 'right'
    for (let sent = 0; sent < CORRECTIONS.perDay; sent++) {
      assert.equal((await ask(visitor)).status, 200)
      await visitor.request('DELETE', `/api/corrections/${(await ownLine(visitor)).id}/`)
    }
  })
  test('an infected document counts as one of the day; after the last, nothing more is scanned', async () => {
    const { visitor } = await loggedIn(portal)
    const data = pdf(`% ${EICAR}`)
    peer.scanned.length = 0
    for (let sent = 0; sent < CORRECTIONS.perDay; sent++)
      assert.equal((await ask(visitor, { data })).status, 422)
    assert.deepEqual([(await ask(visitor, { data })).status, peer.scanned.length], [429, CORRECTIONS.perDay])
  })
  test('a document with a password, with macros or too large when unpacked costs no request of the day; after ten documents nothing more is scanned', async () => {
    const { visitor } = await loggedIn(portal)
    peer.scanned.length = 0
    const rules = ['Encrypted.PDF', 'OLE2.ContainsMacros.VBA', 'Limits.Exceeded.MaxFileSize']
    const askUnread = async (rule: string) => {
      peer.answer = `Heuristics.${rule} FOUND`
      const answer = await ask(visitor).finally(() => (peer.answer = undefined))
      nextMinute()
      return answer
    }
    for (const rule of rules) assert.equal((await askUnread(rule)).status, 422)
    assert.equal((await ask(visitor)).status, 200)
    await visitor.request('DELETE', `/api/corrections/${(await ownLine(visitor)).id}/`)
    while (peer.scanned.length < CORRECTIONS.scansPerDay)
      assert.equal((await askUnread('Encrypted.PDF')).status, 422)
    const refused = await ask(visitor)
    assert.deepEqual(
      [refused.status, refused.json.message, peer.scanned.length],
      [429, PROFILE_CORRECTION_WORDS.tooManyDocuments, CORRECTIONS.scansPerDay],
    )
  })
})

describe('A26 issue 19: two people decide a correction, and the person is notified', () => {
  test('one officer alone decides nothing, and cannot decide twice; a second officer who agrees makes the correction', async () => {
    const { visitor, id, email, correction } = await withCorrection({ last_name: 'otieno', idno: '39000001' })
    assert.deepEqual((await decide(first, correction)).json, { outcome: 'waits' })
    assert.equal((await detailsOf(id))?.last_name, "Ng'ang'a")
    assert.equal((await ownLine(visitor)).state, 'waiting')
    const again = await decide(first, correction)
    assert.deepEqual([again.status, again.json.code], [409, 'second_person'])
    assert.deepEqual(
      [(await lineFor(first, correction)).may_decide, (await lineFor(second, correction)).may_decide],
      [false, true],
    )
    assert.deepEqual((await decide(second, correction)).json, { outcome: 'made' })
    assert.deepEqual(await detailsOf(id), {
      first_name: 'Wanjiku',
      last_name: 'Otieno',
      id_number: '39000001',
      born: '1999-05-06',
    })
    assert.equal((await ownLine(visitor)).state, 'made')
    assert.equal((await decide(second, correction)).status, 404)
    const emails = await emailsTo(portal, email)
    assert.ok(emails.some(({ subject }) => subject === 'Your details were corrected'))
    const [notification] = (await visitor.get('/api/notifications/')).json
    assert.match(notification.message, /^The correction that you asked for is made\./)
  })
  test('an officer decides nothing about their own request, which they sent as an applicant', async () => {
    const { correction, email } = await withCorrection()
    const self = await officer(portal, 'administrator')
    await portal.db.run(sql`update staff set email = ${email} where id = ${self.id}`)
    const line = await lineFor(self, correction)
    assert.deepEqual([line.is_own, line.may_decide], [true, false])
    assert.equal((await lineFor(first, correction)).is_own, false)
    assert.equal(await counted(self), (await counted(first)) - 1)
    const refused = await decide(self, correction)
    assert.deepEqual([refused.status, refused.json.message], [409, PROFILE_CORRECTION_WORDS.ownRequest])
    assert.equal((await decide(first, correction)).json.outcome, 'waits')
    assert.equal((await decide(self, correction)).status, 409)
    assert.equal((await decide(second, correction)).json.outcome, 'made')
  })
  test('if two officers disagree, the decision starts again; if both refuse, the person reads why', async () => {
    const { visitor, id, email, correction } = await withCorrection()
    assert.equal((await decide(first, correction, false)).status, 422)
    await decide(first, correction, false, 'The photo is too dark')
    assert.deepEqual((await decide(second, correction)).json, { outcome: 'differs' })
    assert.equal((await lineFor(second, correction)).first, null)
    await decide(second, correction, false, 'The photo shows nothing')
    assert.deepEqual((await decide(first, correction, false, 'The photo is too dark')).json, {
      outcome: 'refused',
    })
    const line = await ownLine(visitor)
    assert.deepEqual([line.state, line.note], ['refused', 'The photo is too dark'])
    assert.equal((await detailsOf(id))?.last_name, "Ng'ang'a")
    const emails = await emailsTo(portal, email)
    assert.ok(emails.some(({ text = '' }) => text.includes('The reason: The photo is too dark')))
  })
  test('the start page counts those that an officer may decide, in one line without a name', async () => {
    type Item = { kind: string; waits: string; title: string; at: string; size: number; job: null; by: null }
    const line = async ({ visitor }: Officer) => {
      nextMinute()
      const { to_decide: toDecide } = (await visitor.get('/api/staff/start/')).json
      return toDecide?.items.find(({ kind }: Item) => kind === 'corrections') as Item | undefined
    }
    await portal.db.run(sql`update corrections set taken_back_at = asked_at where decided_at is null`)
    assert.deepEqual([await line(first), await line(second)], [undefined, undefined])
    const older = await withCorrection()
    portal.clock.advance(60_000)
    await withCorrection()
    const { kind, waits, title, at: sentAt, size, job, by } = (await line(first)) ?? assert.fail('no line')
    assert.deepEqual(
      { kind, waits, title, at: sentAt, size, job, by },
      {
        kind: 'corrections',
        waits: 'decide',
        title: '',
        at: A_TUESDAY.toISOString(),
        size: 2,
        job: null,
        by: null,
      },
    )
    // The officer who decided once cannot decide again. The request waits for a second officer.
    await decide(first, older.correction)
    assert.deepEqual([(await line(first))?.size, (await line(second))?.size], [1, 2])
    const reviewer = await officer(portal, 'reviewer')
    assert.equal(await line(reviewer), undefined)
  })
  test('two officers at once: one outcome', async () => {
    const { correction } = await withCorrection()
    const both = await Promise.all([decide(first, correction), decide(second, correction)])
    assert.deepEqual(both.map(({ json }): string => json.outcome).sort(), ['made', 'waits'])
  })
  test('a number that another account has, or a profile that changed meanwhile: the approval is refused and the request waits', async () => {
    const other = await loggedIn(portal)
    const number = (await detailsOf(other.id))?.id_number ?? ''
    const { id, correction } = await withCorrection({ idno: number })
    await decide(first, correction)
    const taken = await decide(second, correction)
    assert.deepEqual([taken.status, taken.json.message], [409, PROFILE_CORRECTION_WORDS.numberTaken])
    const person = await withCorrection()
    await portal.db.run(sql`update users set last_name = 'Akinyi' where id = ${person.id}`)
    await decide(first, person.correction)
    const changed = await decide(second, person.correction)
    assert.deepEqual([changed.status, changed.json.message], [409, PROFILE_CORRECTION_WORDS.changed])
    assert.notEqual((await detailsOf(id))?.id_number, number)
    assert.ok(await lineFor(second, correction))
  })
})

describe('A26 issue 19: the evidence of a correction', () => {
  const evidenceOf = ({ visitor }: Officer, id: number) =>
    visitor.get(`/api/staff/corrections/${id}/evidence/`)
  test('opens for those who decide, while it waits, with an entry of the audit log without personal data', async () => {
    const { id, correction } = await withCorrection()
    const { status, headers } = await evidenceOf(first, correction)
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/pdf'])
    assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="correction-\d+\.pdf"/)
    const reviewer = await officer(portal, 'reviewer')
    assert.equal((await evidenceOf(reviewer, correction)).status, 403)
    await decide(first, correction)
    await decide(second, correction)
    assert.equal((await evidenceOf(first, correction)).status, 404)
    const entries = await portal.db.rows<{ act: string; detail: object }>(
      sql`select act, detail from audit_entries where user_id = ${id} order by id`,
    )
    assert.deepEqual(
      entries.map(({ act: action }) => action),
      ['correction.evidence_opened', 'correction.first_decided', 'correction.made'],
    )
    assert.doesNotMatch(JSON.stringify(entries), /otieno|ng'ang'a/i)
  })
  test(`is in the file store until ${CORRECTIONS.evidenceDays} days after the decision, and then is not`, async () => {
    const data = Buffer.concat([pdf(), Buffer.from('%one of a kind\n')])
    const person = await loggedIn(portal)
    assert.equal((await ask(person.visitor, { data })).status, 200)
    const { id } = await ownLine(person.visitor)
    const hash = async () =>
      (
        await portal.db.row<{ hash: string }>(
          sql`select encode(evidence_hash, 'hex') as hash from corrections where id = ${id}`,
        )
      )?.hash
    const stored = (await hash()) ?? ''
    assert.ok(storedFiles(portal).includes(stored))
    await decide(first, id)
    await decide(second, id)
    portal.clock.set(new Date(A_TUESDAY.getTime() + CORRECTIONS.evidenceDays * DAY))
    await sweep(portal.deps)
    assert.equal(await hash(), stored)
    portal.clock.advance(1)
    await sweep(portal.deps)
    assert.equal(await hash(), null)
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { EXPORTS } from '#contract/exports/limits.ts'
import { EXPORT_WORDS, IDENTITY_COLUMNS } from '#contract/exports/words.ts'
import { ACCESS_RECORD_WORDS } from '#contract/job-applications/access-record-words.ts'
import type { StartPage } from '#contract/start/endpoints.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { forgetUndownloaded } from '../../server/exports/requests-store.ts'
import { deriveWaitingFacts } from '../../server/review/derive-facts.ts'
import { nextMinute, loggedIn } from '../support/accounts.ts'
import { postJobs } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { sendApplication } from '../support/sent.ts'
import { sendCrowd } from '../support/sent-crowd.ts'
import { type Officer, officer } from '../support/staff.ts'
import { readCsv, readSheet } from '../support/xlsx.ts'

// A file with applicants' names needs two officers: one asks for the file, and the other approves it.

const HOUR = 3_600_000
// The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
/** The recruiter who asks for a file with applicants' names. */
let asks: Officer
/** The approver who decides about the recruiter's request. */
let approves: Officer
let job: number
before(async () => {
  portal = await openPortal()
  ;[asks, approves] = [await officer(portal, 'recruiter'), await officer(portal, 'approver')]
})
beforeEach(async () => {
  nextMinute()
  ;[job = 0] = await postJobs(portal, { expiry_date: '2026-12-03' })
  await sendCrowd(
    portal,
    job,
    { phone: '0712000001', born: '2000-12-04' },
    { gender: 'M', is_pwd: true, address: '=1+1' },
  )
})
after(() => portal.close())

const WANTED = {
  columns: ['reference', 'name', 'phone'],
  format: 'csv',
  reason: 'Interviews are called by phone',
  filter: {},
}
const request = (over: Record<string, unknown> = {}, by = asks) =>
  by.visitor.post(`/api/staff/jobs/${job}/exports/`, { ...WANTED, ...over })
const decide = (entry: { id: number; digest: string }, over: Record<string, unknown> = {}, by = approves) =>
  by.visitor.post(`/api/staff/exports/${entry.id}/decide/`, { approve: true, digest: entry.digest, ...over })
const withdraw = (id: number, by = asks) => by.visitor.post(`/api/staff/exports/${id}/withdraw/`)
const requested = async (over: Record<string, unknown> = {}, by = asks) => (await request(over, by)).json
const approved = async (over: Record<string, unknown> = {}) => (await decide(await requested(over))).json
const listed = async (by: Officer) => (await by.visitor.get(`/api/staff/jobs/${job}/exports/`)).json.requests
const download = async (id: number, by = asks) => {
  const cookie = [...by.visitor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await fetch(`${portal.url}/api/staff/exports/${id}/file/`, { headers: { cookie } })
  return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) }
}
const messageOf = ({ bytes }: { bytes: Buffer }) => JSON.parse(bytes.toString()).message
const auditEntries = () =>
  portal.db.rows<{ act: string; staff_id: number; reason: string; detail: Record<string, unknown> }>(
    sql`select act, staff_id, reason, detail from audit_entries where job_id = ${job} and act <> 'export.looked_at' order by id`,
  )

describe('T32 staff exports: with identities, two people', () => {
  test('requested with a reason, approved by another officer, downloaded by the first; each step is an audit entry of its own', async () => {
    const made = await requested({ expected: 2 })
    assert.deepEqual(
      [made.state, made.count, made.may, made.decided_by, made.downloads],
      ['waiting', 2, ['withdraw'], null, 0],
    )
    assert.equal(
      made.ends_at,
      new Date(portal.clock.now().getTime() + EXPORTS.waitDays * 24 * HOUR).toISOString(),
    )
    assert.equal((await download(made.id)).status, 409, 'not before it is approved')
    const [seen] = await listed(approves)
    assert.deepEqual(
      [seen.may, seen.reason, seen.columns, seen.requested_by.id],
      [['decide'], WANTED.reason, WANTED.columns, asks.id],
    )
    const approvedFile = (await decide(seen)).json
    assert.deepEqual(
      [approvedFile.state, approvedFile.decided_by.id, approvedFile.may],
      ['approved', approves.id, []],
    )
    assert.equal(
      approvedFile.ends_at,
      new Date(portal.clock.now().getTime() + EXPORTS.downloadHours * HOUR).toISOString(),
    )
    for (let time = 0; time < 2; time++) {
      const [heading, ...lines] = readCsv((await download(made.id)).bytes.toString('utf8'))
      assert.deepEqual(heading, ['Reference', 'Name', 'Phone'])
      assert.deepEqual(
        lines.map(([, , phone]) => phone),
        ['0712000001', "'+254700000000"],
      )
      assert.match(lines[0]?.[1] ?? '', /^Wanjiru Kamau \d+$/)
    }
    assert.equal((await listed(asks))[0].downloads, 2)
    const log = await auditEntries()
    assert.deepEqual(
      log.map(({ act: action, staff_id, reason }) => [action, staff_id, reason]),
      [
        ['export.requested', asks.id, WANTED.reason],
        ['export.approved', approves.id, ''],
        ['export.identities_downloaded', asks.id, WANTED.reason],
        ['export.identities_downloaded', asks.id, WANTED.reason],
      ],
    )
    for (const { detail } of log)
      assert.deepEqual([detail.request, detail.digest, detail.count], [made.id, made.digest, 2])
  })
  test('the start page shows it to officers who may decide, and to the asking officer as long as the file can be downloaded', async () => {
    const waiting = async (by: Officer) => {
      const { to_decide, own } = (await by.visitor.get('/api/staff/start/')).json as StartPage
      const files = [...(to_decide?.items ?? []), ...own.items].filter(
        (entry) => entry.kind === 'export' && entry.job?.id === job,
      )
      return files.filter(({ waits }) => waits !== 'returned').map(({ id, waits }) => [id, waits])
    }
    const made = await requested()
    assert.deepEqual(
      [await waiting(approves), await waiting(asks)],
      [[[made.id, 'decide']], [[made.id, 'second']]],
    )
    const own = await requested({}, approves)
    assert.deepEqual(await waiting(approves), [
      [made.id, 'decide'],
      [own.id, 'second'],
    ])
    await withdraw(own.id, approves)
    await decide(made)
    assert.deepEqual([await waiting(approves), await waiting(asks)], [[], [[made.id, 'download']]])
    await withdraw(made.id)
    assert.deepEqual(await waiting(asks), [])
  })
  test('every column as it was frozen; the age is that on the closing date; numbers keep their leading zeros', async () => {
    const approvedFile = await approved({ columns: ['reference', ...IDENTITY_COLUMNS], format: 'xlsx' })
    const { rows } = readSheet((await download(approvedFile.id)).bytes)
    const { A: _, ...heading } = rows[0] ?? {}
    assert.deepEqual(Object.values(heading).slice(0, 4), [
      'Name',
      'Gender',
      'Age on the closing date',
      'Disability',
    ])
    const [, first, other] = rows
    assert.deepEqual(
      [first?.C, first?.D, first?.E, first?.F, first?.H],
      ['Female', 25, 'No', '0712000001', 'ID Card'],
      '26 the day after',
    )
    assert.match(String(first?.I), /^0000\d{4}$/)
    assert.deepEqual(
      [other?.C, other?.E, other?.K],
      ['Male', 'Yes', '=1+1'],
      'typed as text, nothing calculates it',
    )
  })
  test('no one approves their own request: the portal refuses it, and so does the database', async () => {
    const made = await requested({}, approves)
    const own = await decide(made, {}, approves)
    assert.deepEqual(
      [own.status, own.json.code, own.json.message],
      [409, 'second_person', EXPORT_WORDS.secondPerson],
    )
    const now = portal.clock.now()
    const alone = sql`update export_requests set decided_by = ${approves.id}, decided_at = ${now}, approved = true where id = ${made.id}`
    await assert.rejects(portal.deps.db.run(alone), /export_requests_second_person/)
    const nobody = sql`update export_requests set decided_at = ${now}, approved = true where id = ${made.id}`
    await assert.rejects(portal.deps.db.run(nobody), /check constraint/)
    const unseen = sql`update export_requests set downloads = 1 where id = ${made.id}`
    await assert.rejects(portal.deps.db.run(unseen), /export_requests_downloaded/)
    assert.equal((await decide(made, {}, await officer(portal, 'approver'))).status, 200)
  })
  test('a request never changes: the database refuses another filter, column or list of applications', async () => {
    const { id } = await approved()
    for (const change of [
      sql`update export_requests set columns = '{name,email}' where id = ${id}`,
      sql`update export_requests set filter = '{"a":1}' where id = ${id}`,
      sql`update export_requests set application_ids = '{1,2,3}' where id = ${id}`,
      sql`update export_requests set requested_by = ${approves.id} where id = ${id}`,
    ]) {
      await assert.rejects(portal.deps.db.run(change), /written once/)
    }
  })
  test('the file has the people who were approved: later applications and changed stages make no difference', async () => {
    const { id } = await approved({ filter: { stage: 'received' } })
    await sendCrowd(portal, job, {})
    // The applications move to another stage than the filter's `received`.
    await portal.db.run(sql`update application_facts set stage = 8 where job_id = ${job}`)
    assert.equal(readCsv((await download(id)).bytes.toString('utf8')).length, 3)
  })
  test('a person in a file reads on their own application that it was downloaded, by which role and when; others do not', async () => {
    const [inside, outside] = [await loggedIn(portal), await loggedIn(portal)]
    const [mine, other] = [
      await sendApplication(portal, inside.email, job),
      await sendApplication(portal, outside.email, job),
    ]
    await deriveWaitingFacts(portal.deps)
    const approvedFile = await approved({ filter: { search: mine.reference } })
    const seen = async (by: typeof inside, id: number) =>
      (await by.visitor.get(`/api/job-applications/${id}/access-records/`)).json.looks
    assert.deepEqual(
      [approvedFile.count, await seen(inside, mine.id)],
      [1, []],
      'what nobody has downloaded nobody has seen',
    )
    await download(approvedFile.id)
    assert.deepEqual(await seen(inside, mine.id), [
      { at: portal.clock.now().toISOString(), role: 'Recruiter', what: ACCESS_RECORD_WORDS.file },
    ])
    assert.deepEqual(await seen(outside, other.id), [])
  })
  test('a request can be returned with a note, and then has no file', async () => {
    const made = await requested()
    assert.deepEqual((await decide(made, { approve: false, note: ' ' })).json.note, [
      STAFF_WORDS.reasonRequired,
    ])
    const returned = (await decide(made, { approve: false, note: 'References are enough' })).json
    assert.deepEqual([returned.state, returned.note], ['returned', 'References are enough'])
    assert.equal((await download(made.id)).status, 409)
    assert.equal((await decide(made)).status, 409, 'decided once')
    assert.deepEqual(
      (await auditEntries()).map(({ act: action, reason }) => [action, reason]),
      [
        ['export.requested', WANTED.reason],
        ['export.returned', 'References are enough'],
      ],
    )
  })
  test('of twenty decisions at once, one counts and one is logged', async () => {
    const made = await requested()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => decide(made, { approve: n % 2 === 0, note: 'So decided' })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    assert.equal(
      (await auditEntries()).filter(
        ({ act: action }) => action === 'export.approved' || action === 'export.returned',
      ).length,
      1,
    )
  })
  test('an approval is for what was read: another digest is refused', async () => {
    const made = await requested()
    for (const digest of ['', 'ab', '0'.repeat(64), 'zz'])
      assert.equal((await decide({ id: made.id, digest })).status, 409, digest)
    assert.equal((await listed(asks))[0].state, 'waiting')
  })
  test('by the clock: a day to download, a week to wait; then it is over', async () => {
    const start = portal.clock.now()
    const approvedFile = await approved()
    portal.clock.advance(EXPORTS.downloadHours * HOUR - 60_000)
    await renewSessions()
    assert.equal((await download(approvedFile.id)).status, 200)
    portal.clock.advance(60_000)
    const late = await download(approvedFile.id)
    assert.deepEqual(
      [late.status, messageOf(late), (await listed(asks))[0].state],
      [409, EXPORT_WORDS.over, 'over'],
    )
    const waiting = await requested()
    portal.clock.advance(EXPORTS.waitDays * 24 * HOUR)
    await renewSessions()
    const over = await decide(waiting)
    assert.deepEqual(
      [over.status, over.json.message, (await auditEntries()).length],
      [409, EXPORT_WORDS.over, 4],
    )
    portal.clock.set(start)
    await renewSessions()
  })
  test('only the officer who asked can download it or take it back', async () => {
    const approvedFile = await approved()
    const other = await officer(portal, 'recruiter')
    for (const by of [approves, other]) {
      assert.equal((await download(approvedFile.id, by)).status, 404)
      assert.equal((await withdraw(approvedFile.id, by)).status, 404)
    }
    assert.deepEqual((await withdraw(approvedFile.id)).json.state, 'withdrawn')
    assert.equal((await download(approvedFile.id)).status, 409)
    assert.equal((await withdraw(approvedFile.id)).status, 409)
    assert.deepEqual((await auditEntries()).at(-1)?.act, 'export.withdrawn')
  })
  test('each missing value is an error at its field; a request with another number of applications, or with none, is refused', async () => {
    for (const [over, field, sentence] of [
      [{ columns: [] }, 'columns', EXPORT_WORDS.columns],
      [{ columns: ['reference', 'county'] }, 'columns', EXPORT_WORDS.noIdentities],
      [{ reason: ' ' }, 'reason', STAFF_WORDS.reasonRequired],
      [{ format: 'pdf' }, 'format', EXPORT_WORDS.format],
    ] as const) {
      const { status, json } = await request(over)
      assert.deepEqual([status, json[field]], [422, [sentence]], field)
    }
    const changed = await request({ expected: 3 })
    assert.deepEqual(
      [changed.status, changed.json.message, changed.json.count],
      [409, EXPORT_WORDS.changed, 2],
    )
    assert.deepEqual((await request({ filter: { county: '1' } })).json.message, EXPORT_WORDS.nothing)
    assert.deepEqual([await auditEntries(), await listed(asks)], [[], []])
  })
  test('rights: an auditor and a reviewer ask for none; an approver asks, a recruiter decides none', async () => {
    const made = await requested()
    for (const role of ['auditor', 'reviewer', 'administrator'] as const)
      assert.equal((await request({}, await officer(portal, role))).status, 403, role)
    assert.equal((await decide(made, {}, await officer(portal, 'recruiter'))).status, 403)
  })
  test('an officer limited to an area sees only their own requests, and no one outside it in a file', async () => {
    await requested()
    const limited = await officer(portal, 'recruiter')
    const own = (await request({}, limited)).json
    assert.equal(own.count, 2)
    await portal.db.run(sql`insert into staff_areas (staff_id, county_code) values (${limited.id}, 47)`)
    assert.deepEqual(
      (await listed(limited)).map(({ id }: { id: number }) => id),
      [own.id],
    )
    assert.deepEqual((await request({}, limited)).json.message, EXPORT_WORDS.nothing)
    await decide(own)
    assert.equal(
      readCsv((await download(own.id, limited)).bytes.toString('utf8')).length,
      1,
      'limited since: only the heading',
    )
  })
  test('T35 a request that was never downloaded forgets who was in it; a downloaded one keeps them as long as the log', async () => {
    const [left, taken] = [await approved(), await approved()]
    await download(taken.id)
    const sizes = async () =>
      (
        await portal.db.rows<{ n: number }>(
          sql`select cardinality(application_ids) as n from export_requests where id in (${left.id}, ${taken.id}) order by id`,
        )
      ).map(({ n }) => n)
    await forgetUndownloaded(portal.deps.db, portal.clock.now())
    assert.deepEqual(await sizes(), [2, 2])
    await forgetUndownloaded(
      portal.deps.db,
      new Date(portal.clock.now().getTime() + EXPORTS.downloadHours * HOUR + 1),
    )
    assert.deepEqual(await sizes(), [0, 2])
  })
})

/** The officers' sessions have ended when the clock is hours ahead. Gives both sessions another hour. */
async function renewSessions() {
  const open = sql`update staff_sessions set expires_at = ${new Date(portal.clock.now().getTime() + HOUR)} where staff_id in (${asks.id}, ${approves.id})`
  await portal.db.run(open)
}

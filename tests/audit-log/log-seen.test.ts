import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { LOG_WORDS } from '#contract/audit-log/words.ts'
import { findEntries } from '../../server/audit-log/entries-store.ts'
import { sql } from '../../server/database/connect.ts'
import { applyDueLists } from '../../server/decisions/apply-lists.ts'
import { recordAudit } from '../../server/staff/record-audit.ts'
import { nextMinute } from '../support/accounts.ts'
import { type Sent, sentCase } from '../support/case.ts'
import { sentOnce } from '../support/corrections.ts'
import { type DecisionStaff, decisionStaff, good, sentOnes } from '../support/decisions.ts'
import { erase } from '../support/erasure.ts'
import { plansOf } from '../support/plans.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { pdf } from '../support/sample-files.ts'
import { type Officer, officer } from '../support/staff.ts'
import { form, send } from '../support/uploads.ts'
import { readCsv } from '../support/xlsx.ts'

// The audit log answers which officers saw something of one applicant. `good` checks that a reply has status
// 200, and returns its JSON. The portal's clock shows Tuesday, 24 November 2026, 2:02 p.m. in Nairobi.
let portal: Portal
let staff: DecisionStaff
let auditor: Officer
let job: number
let mine: Sent
/** The id of an audit entry about the whole job, written before the person applied. */
let tooEarly: number
before(async () => {
  portal = await openPortal()
  staff = await decisionStaff(portal)
  auditor = await officer(portal, 'auditor')
  job = await staff.job()
  tooEarly = await writeEntry('notice.names_printed', { jobId: job })
  portal.clock.advance(60_000)
  mine = await sentCase(portal, { jobId: job, files: { cv: { name: 'cv.pdf', data: pdf() } } })
  portal.clock.advance(60_000)
})
// Each test starts in a new minute, because one network may make few calls a minute.
beforeEach(() => nextMinute())
after(() => portal.close())

const newest = async () =>
  (await portal.db.row<{ id: number }>(sql`select max(id) as id from audit_entries`))?.id ?? 0
/** Writes an audit entry whose time is `back` milliseconds ago. Returns its id. */
const writeEntry = async (action: string, over: Record<string, unknown> = {}, back = 0) => {
  const entryTime = new Date(portal.clock.now().getTime() - back)
  await portal.db.tx((tx) =>
    recordAudit(tx, { id: staff.author.id, role: 'recruiter' }, { act: action, ...over }, entryTime),
  )
  return newest()
}
/** Reads the audit log by a filter. `seen=` names an applicant, and finds who saw data about them. */
const log = async (query: string, by = auditor) => {
  nextMinute()
  return good(await by.visitor.get(`/api/staff/audit-log/?${query}`)) as {
    results: { id: number; act: string; application_id: number | null; user_id: number | null }[]
    seen_known: boolean
  }
}
const idsOf = async (query: string) => (await log(query)).results.map(({ id }) => id)
const save = (query: string, by = auditor) => by.visitor.get(`/api/staff/audit-log/file/?${query}`)
/** Asks for, approves and downloads a file that identifies applicants. Returns its audit entry. */
const downloaded = async (filter: Record<string, unknown>) => {
  const fileRequest = { columns: ['reference', 'name'], format: 'csv', reason: 'Interviews by phone', filter }
  const { id, digest } = good(await staff.author.visitor.post(`/api/staff/jobs/${job}/exports/`, fileRequest))
  good(await staff.second.visitor.post(`/api/staff/exports/${id}/decide/`, { approve: true, digest }))
  assert.equal((await staff.author.visitor.get(`/api/staff/exports/${id}/file/`)).status, 200)
  return newest()
}
/** Rejects an application by a decision list that takes effect. */
async function reject({ jobId, applicationId }: { jobId: number; applicationId: number }) {
  const list = await staff.drafted(jobId, 'rejected', [applicationId])
  const { digest } = good(await staff.propose(list, staff.author, { early_reason: 'Because' }))
  good(await staff.decide(list, { approve: true, digest }))
  portal.clock.advance(11 * 60_000)
  await applyDueLists(portal.deps)
}

describe('who saw one applicant, to notify people of a breach (Data Protection Act, section 43)', () => {
  test('the account, the application, its documents, files and lists with it, and what showed the whole job', async () => {
    const [other = 0] = await sentOnes(portal, job, 1)
    const { owner, id } = mine
    const aboutApplicant: number[] = []
    for (const over of [
      { act: 'support.looked_at', userId: owner.id },
      { act: 'application.looked_at', jobId: job, applicationId: id },
      { act: 'document.opened', jobId: job, applicationId: id, detail: { kind: 'cv', blind: false } },
      { act: 'applications.listed', jobId: job },
      { act: 'notice.names_printed', jobId: job },
      // Officers could see applicants' names before the person applied, and for a minute afterwards.
      {
        act: 'blind.lifted',
        jobId: job,
        detail: { until: new Date(portal.clock.now().getTime() + 60_000).toISOString() },
      },
      { act: 'list.added_to', jobId: job, detail: { list: 1, applications: [other, id] } },
    ])
      aboutApplicant.push(await writeEntry(over.act, over))
    const list = await staff.drafted(job, 'shortlisted', [id])
    good(await staff.author.visitor.get(`/api/staff/decisions/${list}/`))
    aboutApplicant.push(await newest(), await downloaded({}))

    const aboutOthers = [
      tooEarly,
      await writeEntry('support.looked_at', { userId: owner.id + 9_000 }),
      await writeEntry('application.looked_at', { jobId: job, applicationId: other }),
      await writeEntry('list.added_to', { jobId: job, detail: { list: 1, applications: [other] } }),
      await writeEntry('job.looked_at', { jobId: job }),
      await writeEntry('notice.names_printed', { jobId: job + 9_000 }),
    ]
    const listOfOther = await staff.drafted(job, 'shortlisted', [other])
    good(await staff.author.visitor.get(`/api/staff/decisions/${listOfOther}/`))
    aboutOthers.push(await newest())

    // The applicant is found by a reference number, by the same number typed loosely, and by the account's
    // id.
    for (const seen of [mine.reference, ` ${mine.reference.toLowerCase().replaceAll('-', ' ')}`, owner.id]) {
      const found = await idsOf(`seen=${encodeURIComponent(seen)}`)
      assert.deepEqual(
        aboutApplicant.filter((entry) => !found.includes(entry)),
        [],
        `missing by ${seen}`,
      )
      assert.deepEqual(
        aboutOthers.filter((entry) => found.includes(entry)),
        [],
        `of others, by ${seen}`,
      )
      assert.deepEqual(
        found,
        [...new Set(found)].toSorted((left, right) => right - left),
        'once, the newest first',
      )
    }
    const { results } = await log(`seen=${mine.reference}&kind=document.opened`)
    assert.deepEqual(
      results.map(({ application_id }) => application_id),
      [id],
    )
  })
  test('the file says how surely each entry is about the applicant; the log keeps whom it was about', async () => {
    await writeEntry('application.looked_at', { jobId: job, applicationId: mine.id })
    await writeEntry('applications.listed', { jobId: job })
    const file = await downloaded({})
    const answer = await save(`seen=${mine.reference}`)
    const [heading = [], ...lines] = readCsv(`\ufeff${answer.text}`)
    const words = new Map(
      lines.map((line) => [line[heading.indexOf('Kind')], line[heading.indexOf('Whom it showed')]]),
    )
    assert.deepEqual(
      ['application.looked_at', 'export.identities_downloaded', 'applications.listed'].map((action) =>
        words.get(action),
      ),
      [LOG_WORDS.seen.this, LOG_WORDS.seen.among, LOG_WORDS.seen.all],
    )
    assert.ok((await idsOf(`seen=${mine.owner.id}`)).includes(file))
    const exported = await portal.db.row<{ detail: unknown }>(
      sql`select detail from audit_entries where act = 'log.exported' order by id desc limit 1`,
    )
    assert.deepEqual(exported?.detail, { seen: mine.reference })
    assert.equal((await save(`seen=${mine.reference}`, staff.author)).status, 403)
  })
  test('a reference that no application has finds nothing: a typing error never gives a file of everyone', async () => {
    for (const wrong of ['K7-4TR9XM-B', 'K7-4TR9XM-P', 'Wanjiru', '-1']) {
      const { results, seen_known: known } = await log(`seen=${wrong}`)
      assert.deepEqual([results, known], [[], false], wrong)
      const { status, json } = await save(`seen=${wrong}`)
      assert.deepEqual([status, json.seen], [422, [LOG_WORDS.noSuchReference]], wrong)
    }
    // The auditor's search text may be a name, and the audit log never stores names.
    const withName = await portal.db.row(
      sql`select from audit_entries where detail::text ilike '%wanjiru%' limit 1`,
    )
    assert.equal(withName, undefined)
  })
  test('everyone who opened the list of corrections while the request of the applicant waited', async () => {
    const person = await sentOnce(portal)
    const listed = async () => {
      nextMinute()
      good(await (await officer(portal, 'recruiter')).visitor.get('/api/staff/corrections/'))
      return newest()
    }
    const earlier = await listed()
    portal.clock.advance(16 * 60_000)
    // After 16 minutes the officer opens the list again. The earlier audit entry covers only 15 minutes.
    const before = await listed()
    portal.clock.advance(60_000)
    nextMinute()
    const { body, type } = form([
      { name: 'last_name', data: 'Otieno' },
      { name: 'reason', data: 'My ID card says so' },
      { name: 'evidence', file: 'id.pdf', data: pdf() },
    ])
    const { status, text } = await send(`${portal.url}/api/corrections/`, {
      method: 'POST',
      token: person.visitor.token,
      headers: { 'content-type': type, 'content-length': body.length },
      body,
    })
    assert.equal(status, 200, text)
    const during = await listed()
    portal.clock.advance(60_000)
    const [{ id = 0 } = {}] = good(await person.visitor.get('/api/corrections/')).results
    assert.equal((await person.visitor.request('DELETE', `/api/corrections/${id}/`)).status, 200)
    portal.clock.advance(60_000)
    const after = await listed()
    for (const seen of [person.reference, person.id]) {
      const found = await idsOf(`seen=${seen}`)
      assert.deepEqual(
        [earlier, before, during, after].map((entry) => found.includes(entry)),
        [false, true, true, false],
      )
    }
    const answer = await save(`seen=${person.reference}&kind=corrections.listed`)
    assert.match(answer.text, new RegExp(LOG_WORDS.seen.among))
  })
  test('also by the reference of an application that stays when its account is deleted', async () => {
    const person = await sentOnce(portal)
    await reject(person)
    const entries = [
      await writeEntry('application.looked_at', { jobId: person.jobId, applicationId: person.applicationId }),
      await writeEntry('applications.listed', { jobId: person.jobId }),
    ]
    nextMinute()
    good(await erase(person.visitor))
    entries.push(
      await writeEntry('document.opened', { jobId: person.jobId, applicationId: person.applicationId }),
    )
    const { results, seen_known: known } = await log(`seen=${person.reference}`)
    assert.equal(known, true)
    const found = results.map(({ id }) => id)
    assert.deepEqual(
      entries.filter((entry) => !found.includes(entry)),
      [],
    )
    const file = await save(`seen=${person.reference}`)
    assert.equal(file.status, 200)
    assert.match(file.text, /Whom it showed/)
  })
  test('between two minutes, both included; a day is the whole day', async () => {
    const { owner } = mine
    const minute = 60_000
    const start = Date.parse('2026-11-24T06:30:00.000Z')
    /** Writes an audit entry with this time. */
    const entriesAt = (moment: number) =>
      writeEntry('support.looked_at', { userId: owner.id }, portal.clock.now().getTime() - moment)
    const before = await entriesAt(start - 1)
    const first = await entriesAt(start)
    const last = await entriesAt(start + 2 * minute - 1)
    const late = await entriesAt(start + 2 * minute)
    const within = async (range: string) => {
      const found = await idsOf(`seen=${owner.id}&kind=support.looked_at&${range}`)
      return [before, first, last, late].filter((entry) => found.includes(entry))
    }
    // 09:30 in Nairobi is 06:30 UTC.
    assert.deepEqual(await within('from=2026-11-24T09:30&to=2026-11-24T09:31'), [first, last])
    assert.deepEqual(await within('from=2026-11-24T09:32'), [late])
    assert.deepEqual(await within('to=2026-11-24T09:29'), [before])
    assert.deepEqual(await within('from=2026-11-24&to=2026-11-24'), [before, first, last, late])
    assert.equal((await idsOf('from=2026-11-24T25:00&to=2026-11-24T09:60')).length > 0, true)
  })
  test('each part of the answer is found by an index', async () => {
    const plan = await portal.db.tx(async (tx) => {
      // A table with so few rows would be read whole. The setting forbids that, so that the plan is that of a
      // large table.
      await tx.row(sql`select set_config('enable_seqscan', 'off', true)`)
      return (await plansOf(tx, (on) => findEntries(on, { seen: mine.owner.id }, undefined, 51)))[0] ?? ''
    })
    assert.doesNotMatch(plan, /Seq Scan on (?!staff|jobs)/, plan)
    assert.match(plan, /audit_entries_user/, plan)
    assert.match(plan, /audit_entries_act/, plan)
    assert.match(plan, /audit_entries_application/, plan)
    assert.match(plan, /audit_entries_(?:job|names_shown)/, plan)
  })
})

import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { sql } from '../../server/database/connect.ts'
import { nextMinute } from '../support/accounts.ts'
import { good } from '../support/decisions.ts'
import { until } from '../support/jobs.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { jobStaff, type JobStaff } from '../support/staff-jobs.ts'

// Two officers agree to a rule for its job as the job is. So a job never changes under its approved rule.

/** Twelve seats in the whole job, and points for one document. */
const ruleOf = (document: string, seats = 12) => ({
  criteria: [{ fact: 'document', document, table: [{ from: 1, points: 10 }] }],
  unit: 'job',
  place: 'job',
  seats: [{ place: 'job', seats }],
  reservePercent: 10,
})
const LICENCE = { name: 'Driving licence', required: false }
const CLEARANCE = { name: 'Police clearance', required: false }
const MAP = { name: 'Map of the ward', required: false }

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
})
beforeEach(() => nextMinute())
after(() => portal.close())

const path = (id: number, action = '') => `/api/staff/jobs/${id}/selection-rule/${action}`
const detail = async (id: number) => good(await staff.detail(id))
const readRule = async (id: number) => good(await staff.author.visitor.get(path(id)))
const save = async (id: number, rule: Record<string, unknown>) => {
  const updated_at = (await readRule(id)).next?.updated_at ?? ''
  good(await staff.author.visitor.request('PUT', path(id), { body: { content: rule, updated_at } }))
}
const propose = (id: number) => staff.author.visitor.post(path(id, 'propose/'), { reason: 'More posts' })
const decide = async (id: number) => {
  const body = { approve: true, note: '', digest: (await readRule(id)).next.digest }
  return staff.second.visitor.post(path(id, 'decide/'), body)
}
const approve = async (id: number, rule: Record<string, unknown>) => {
  await save(id, rule)
  good(await propose(id))
  good(await decide(id))
}
/** A draft of a job with twelve posts and two documents. Its approved rule gives points for the first. */
const draftWithRule = async () => {
  const id = await staff.draft({ wanted_documents: [LICENCE, CLEARANCE] })
  await approve(id, ruleOf('document_1'))
  return id
}
const editDraft = async (id: number, over: Record<string, unknown>) => {
  const { content, updated_at } = await detail(id)
  good(await staff.put(id, { ...content, ...over }, updated_at))
}
const edited = async (id: number, over: Record<string, unknown>) => ({
  kind: 'edit',
  content: { ...(await detail(id)).content, ...over },
})
const kindsOf = (content: { wanted_documents: { kind: string; name: string }[] }) =>
  content.wanted_documents.map(({ kind, name }) => [kind, name])
/** The refusal of a proposal to publish the job. */
const refusalOf = async (id: number) => {
  const { status, json } = await staff.propose(id, { kind: 'publish' })
  return [status, json.message]
}
const DOCUMENT_GONE = WORDS.notOfRule(WORDS.ofCriterion(1, WORDS.documentUnknown))

describe('a draft is not published against its approved rule', () => {
  test('no other document gets the kind of one that gives points', async () => {
    const id = await draftWithRule()
    await editDraft(id, { wanted_documents: [CLEARANCE, MAP] })
    assert.deepEqual(kindsOf((await detail(id)).content), [
      ['document_2', CLEARANCE.name],
      ['document_3', MAP.name],
    ])
    assert.deepEqual(await refusalOf(id), [409, DOCUMENT_GONE])
    await approve(id, ruleOf('document_2'))
    await staff.changed(id, { kind: 'publish' })
    const { wanted_documents } = good(await portal.visitor().get(`/api/jobs/${id}/`))
    assert.deepEqual(kindsOf({ wanted_documents })[0], ['document_2', CLEARANCE.name])
  })
  test('nor does it under another name; in another order it keeps its kind', async () => {
    const id = await draftWithRule()
    await editDraft(id, { wanted_documents: [CLEARANCE, LICENCE] })
    const { content } = await detail(id)
    assert.deepEqual(kindsOf(content), [
      ['document_2', CLEARANCE.name],
      ['document_1', LICENCE.name],
    ])
    await editDraft(id, { wanted_documents: [{ ...CLEARANCE, kind: 'document_1' }] })
    assert.deepEqual(await refusalOf(id), [409, DOCUMENT_GONE])
  })
  test('with other posts than seats, or under another reference, it is refused when proposed', async () => {
    const id = await draftWithRule()
    const { reference } = (await detail(id)).content
    await editDraft(id, { vacancies: 14 })
    assert.deepEqual(await refusalOf(id), [409, WORDS.notOfRule(WORDS.seatsSum(12, 14))])
    await editDraft(id, { vacancies: 12, reference: `${reference}/B` })
    assert.deepEqual(await refusalOf(id), [409, WORDS.notOfRule(WORDS.otherReference(reference))])
    await editDraft(id, { reference })
    await staff.changed(id, { kind: 'publish' })
  })
  test('a proposal that waits is refused once its rule is another one', async () => {
    const id = await draftWithRule()
    await save(id, ruleOf('document_1', 14))
    await editDraft(id, { vacancies: 14 })
    const change = await staff.proposed(id, { kind: 'publish' })
    good(await staff.author.visitor.post(path(id, 'withdraw/'), {}))
    const refused = await staff.decide(id, change)
    assert.deepEqual([refused.status, refused.json.message], [409, WORDS.notOfRule(WORDS.seatsSum(12, 14))])
  })
})

describe('a public job is not changed against its rule', () => {
  test('its posts, its reference and a document that gives points stay; all else may change', async () => {
    const id = await draftWithRule()
    await staff.changed(id, { kind: 'publish' })
    const { reference } = (await detail(id)).content
    const cases: [Record<string, unknown>, string][] = [
      [{ vacancies: 10 }, `${WORDS.notOfRule(WORDS.seatsSum(12, 10))} ${WORDS.postsAndSeats}`],
      [{ reference: `${reference}/B` }, WORDS.notOfRule(WORDS.otherReference(reference))],
      [{ wanted_documents: [{ ...CLEARANCE, kind: 'document_2' }] }, DOCUMENT_GONE],
    ]
    for (const [over, sentence] of cases) {
      const { status, json } = await staff.propose(id, await edited(id, over))
      assert.deepEqual([status, json.message], [409, sentence])
    }
    await staff.changed(id, await edited(id, { remuneration: 'KES 1,500 a day' }))
  })
  test('its posts and seats change together, while the job says no number of posts', async () => {
    const id = await draftWithRule()
    await staff.changed(id, { kind: 'publish' })
    await staff.changed(id, await edited(id, { vacancies: undefined }))
    await approve(id, ruleOf('document_1', 14))
    await staff.changed(id, await edited(id, { vacancies: 14 }))
    assert.equal(good(await portal.visitor().get(`/api/jobs/${id}/`)).vacancies, 14)
  })
  test('what was wrong before an edit does not refuse it', async () => {
    const id = await staff.draft({ vacancies: undefined })
    await approve(id, {
      ...ruleOf('document_1'),
      criteria: [{ fact: 'age_years', table: [{ from: 20, points: 1 }] }],
    })
    await staff.changed(id, { kind: 'publish' })
    await portal.db.run(sql`update jobs set vacancies = 9 where id = ${id}`)
    await staff.changed(id, await edited(id, { remuneration: 'KES 1,500 a day' }))
  })
})

test('a proposed rule is not approved for a job that has changed since', async () => {
  const id = await staff.draft({ wanted_documents: [LICENCE, CLEARANCE] })
  await save(id, ruleOf('document_1'))
  good(await propose(id))
  await editDraft(id, { vacancies: 14 })
  const refused = await decide(id)
  assert.deepEqual([refused.status, refused.json.message], [409, WORDS.notOfJob(WORDS.seatsSum(12, 14))])
})

test('an approval that waited while the closed job was reopened does not change the rule (selection#selection-rule-changes)', async () => {
  const id = await draftWithRule()
  await staff.changed(id, { kind: 'publish' })
  await save(id, ruleOf('document_2'))
  good(await propose(id))
  await staff.changed(id, { kind: 'end_early' })
  const change = await staff.proposed(id, { kind: 'reopen', expiry_date: '2026-12-20' })
  const somebodyWaits = (count: number) =>
    until(
      `${count} wait for the job`,
      () =>
        portal.db.rows(
          sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        ),
      (rows) => rows.length >= count,
    )
  const calls = await portal.db.tx(async (tx) => {
    await tx.row(sql`select from jobs where id = ${id} for update`)
    const reopening = staff.decide(id, change)
    await somebodyWaits(1)
    const approval = decide(id)
    await somebodyWaits(2)
    return [reopening, approval] as const
  })
  const [reopened, refused] = await Promise.all(calls)
  assert.equal(reopened.status, 200)
  assert.deepEqual([refused.status, refused.json.message], [409, WORDS.closed])
})

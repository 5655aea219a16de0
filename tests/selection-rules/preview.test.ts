import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SELECTION_RULES } from '#contract/selection-rules/limits.ts'
import { SELECTION_RULE_WORDS as WORDS } from '#contract/selection-rules/words.ts'
import { good } from '../support/decisions.ts'
import { openPortal, type Portal } from '../support/portal.ts'
import { BALAMBALA, sendCrowd, type SentPerson, WAJIR } from '../support/sent-crowd.ts'
import { jobStaff, type JobStaff } from '../support/staff-jobs.ts'

// The rule of a selection says how many seats each place has. It also says which shares of the seats genders
// and people with disabilities get.

const RULE = {
  criteria: [{ fact: 'qualification', table: [{ from: 0, points: 10 }] }],
  unit: 'county',
  place: 'constituency',
  seats: [
    // The constituencies Garissa Township and Balambala in the county Garissa, then Wajir North in the county
    // Wajir.
    { place: 'constituency:27', seats: 6 },
    { place: 'constituency:28', seats: 6 },
    { place: 'constituency:33', seats: 3 },
  ],
  gender: { maxShare: [2, 3], from: 3 },
  disability: { minShare: [1, 20], from: 3 },
  reservePercent: 10,
}

let portal: Portal
let staff: JobStaff
before(async () => {
  portal = await openPortal()
  staff = await jobStaff(portal)
})
after(() => portal.close())

const path = (id: number, action = '') => `/api/staff/jobs/${id}/selection-rule/${action}`
const jobWithRule = async () => {
  const id = await staff.draft({ vacancies: 15 })
  good(await staff.author.visitor.request('PUT', path(id), { body: { content: RULE, updated_at: '' } }))
  return id
}
const preview = (id: number) => staff.author.visitor.post(path(id, 'preview/'), {})
/** This number of equal applicants, from Garissa Township unless another place is given. */
const crowd = (count: number, over: Partial<SentPerson>): Partial<SentPerson>[] =>
  Array.from({ length: count }, () => over)

test('selection: a preview counts the units that could not keep the rule with the applications so far', async () => {
  const id = await jobWithRule()
  await sendCrowd(
    portal,
    id,
    // Garissa fills all its seats except in Balambala, which has 4 people for 6 seats.
    ...crowd(60, { gender: 'F', is_pwd: true }),
    ...crowd(40, { gender: 'M' }),
    ...crowd(4, { ...BALAMBALA, gender: 'F' }),
    // All applicants in Wajir are women without a disability.
    ...crowd(9, { ...WAJIR, gender: 'F' }),
  )
  assert.deepEqual(good(await preview(id)), {
    people: 110,
    units: 2,
    short: { seats: 1, gender: 1, disability: 1 },
  })
  // The men are rejected (stage 8), so they do not count. Without them, fewer than 100 people are left.
  await portal.db.run({
    text: "update application_facts set stage = 8 where job_id = $1 and gender = 'M'",
    values: [id],
  } as never)
  assert.equal(good(await preview(id)).short, null)
})

test('selection: with few people a preview has no sums, and without a rule there is none', async () => {
  const id = await jobWithRule()
  await sendCrowd(portal, id, ...crowd(SELECTION_RULES.leastForPreview - 1, { gender: 'F' }))
  assert.deepEqual(good(await preview(id)), { people: 0, units: 2, short: null })
  await sendCrowd(portal, id, { gender: 'F' })
  assert.equal(good(await preview(id)).people, SELECTION_RULES.leastForPreview)
  const bare = await staff.published()
  const { status, json } = await preview(bare)
  assert.deepEqual([status, json.message], [409, WORDS.noRule])
})

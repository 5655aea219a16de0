import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../server/database/connect.ts'
import { PARTIAL, readyToSend, SUBMIT, educationEntry } from '../support/answers.ts'
import { reopen } from '../support/corrections.ts'
import { good } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { giveRule } from '../support/points-rule.ts'
import { type Portal } from '../support/portal.ts'
import { deriveFacts } from '../support/review.ts'

// If a job has a rule for its selection, applicants see how many points their answers give.

let portal: Portal
forDecisions((opened) => ({ portal } = opened))

const pathOf = (id: number) => `/api/job-applications/${id}/points/`

describe('selection: an applicant reads their points', () => {
  test('of the draft, as it changes, and of what was sent; by criterion (selection#selection-criteria, selection#selection-own-points)', async () => {
    const { visitor, jobId, applicationId: id } = await readyToSend(portal)
    assert.deepEqual(good(await visitor.get(pathOf(id))), { points: null })
    // The rule gives points for the education level (its rank divided by 100), years of work (15) and living
    // in the area (6).
    await giveRule(portal, jobId)
    const rank = async (level: number) =>
      (await portal.db.row<{ rank: number }>(sql`select rank from qualification_levels where id = ${level}`))
        ?.rank ?? 0
    const points = async () => good(await visitor.get(pathOf(id))).points
    const first = (await rank(5)) / 100
    assert.deepEqual(await points(), { sum: first + 21, criteria: [first, 15, 6], most: 46 })
    good(
      await visitor.post(PARTIAL, {
        job_id: jobId,
        education: [educationEntry({ qualification_level: 7 }), educationEntry()],
      }),
    )
    const second = (await rank(7)) / 100
    assert.notEqual(second, first)
    assert.deepEqual((await points()).criteria, [second, 15, 6])
    good(await visitor.post(SUBMIT, { job_id: jobId }))
    assert.deepEqual((await points()).criteria, [second, 15, 6])
    assert.equal(good(await visitor.get(`/api/jobs/${jobId}/`)).by_rule, true)
  })
  test('W15 of the area that was sent, also while a correction names another', async () => {
    const person = await readyToSend(portal, { job: { job_type_id: 4, by_election_areas: [2, 3] } })
    const { visitor, jobId, applicationId: id } = person
    await giveRule(portal, jobId)
    // The person lives in area 2 of the rule.
    await portal.db.run(sql`
      update users set county_code = 9, constituency_code = 40, ward_code = (select min(code) from wards where constituency_code = 40)
      where id = ${person.id}`)
    good(await visitor.post(SUBMIT, { job_id: jobId, by_election_area: 2 }))
    await deriveFacts(portal)
    const livesThere = async () => good(await visitor.get(pathOf(id))).points.criteria[2]
    assert.equal(await livesThere(), 6)
    good(await reopen(person))
    good(await visitor.post(PARTIAL, { job_id: jobId, by_election_area: 3 }))
    assert.equal(await livesThere(), 6)
  })
  test('L7 of another person nothing, as of an application that does not exist', async () => {
    const owner = await readyToSend(portal)
    const { visitor: stranger } = await readyToSend(portal)
    const other = await stranger.get(pathOf(owner.applicationId))
    const none = await stranger.get(pathOf(999_999_999))
    assert.deepEqual([other.status, other.text], [404, none.text])
  })
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { sql } from '../../../server/database/connect.ts'
import { PARTIAL, readyToSend, SUBMIT, educationEntry } from '../../support/answers.ts'
import { good } from '../../support/decisions.ts'
import { forDecisions } from '../../support/for-decisions.ts'
import { giveRule } from '../../support/points-rule.ts'
import { type Portal } from '../../support/portal.ts'

let portal: Portal
forDecisions((opened) => ({ portal } = opened))

const pathOf = (id: number) => `/api/job-applications/${id}/points/`

describe('selection: an applicant reads their points', () => {
  test('of the draft, as it changes, and of what was sent; by criterion', async () => {
    const { visitor, jobId, applicationId: id } = await readyToSend(portal)
    assert.deepEqual(good(await visitor.get(pathOf(id))), { points: null })
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
  test('L7 of another person nothing, as of an application that does not exist', async () => {
    const owner = await readyToSend(portal)
    const { visitor: stranger } = await readyToSend(portal)
    const other = await stranger.get(pathOf(owner.applicationId))
    const none = await stranger.get(pathOf(999_999_999))
    assert.deepEqual([other.status, other.text], [404, none.text])
  })
})

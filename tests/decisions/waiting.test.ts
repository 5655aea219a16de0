import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { sql } from '../../server/database/connect.ts'
import { type DecisionStaff, good, sentOnes } from '../support/decisions.ts'
import { forDecisions } from '../support/for-decisions.ts'
import { type Portal } from '../support/portal.ts'

// `good` checks that a reply has status 200, and returns its JSON.
let portal: Portal
/** The two officers and their calls: a recruiter proposes decision lists, an approver decides them. */
let staff: DecisionStaff
forDecisions((opened) => ({ portal, staff } = opened))

describe('lists of decisions that wait', () => {
  test('are read by one call, with one audit entry: drafted, proposed and approved lists, none that has ended', async () => {
    const job = await staff.job()
    const ids = await sentOnes(portal, job, 12)
    const drafted = await staff.drafted(job, 'shortlisted', ids.slice(0, 2))
    const withdrawn = await staff.drafted(job, 'shortlisted', ids.slice(2, 4))
    good(await staff.withdraw(withdrawn))
    const undone = await staff.approved(job, 'rejected', ids.slice(4, 6))
    good(await staff.undo(undone))
    await staff.applied(job, 'shortlisted', ids.slice(6, 8))
    const proposed = await staff.proposed(job, 'rejected', ids.slice(8, 10))
    const approved = await staff.approved(job, 'shortlisted', ids.slice(10, 12))
    const before = await auditEntries()
    const { results } = good(await staff.second.visitor.get('/api/staff/decisions/?open=1'))
    assert.deepEqual(
      results.map(({ id, state }: { id: number; state: string }) => [id, state]),
      [
        [approved, 'approved'],
        [proposed.id, 'proposed'],
        [drafted, 'drafting'],
      ],
    )
    assert.equal(await auditEntries(), before + 1)
    assert.equal(
      good(await staff.second.visitor.get('/api/staff/decisions/?open=yes')).results.length,
      6,
      'anything else is no condition',
    )
  })
  test('a list is returned with the reason for it, or not at all', async () => {
    const job = await staff.job()
    const { id, digest } = await staff.proposed(job, 'rejected', await sentOnes(portal, job, 1))
    for (const note of ['', '  '])
      assert.deepEqual((await staff.decide(id, { approve: false, note, digest })).json.note, [
        STAFF_WORDS.noteRequired,
      ])
    assert.equal(good(await staff.view(id)).state, 'proposed')
    assert.equal(good(await staff.decide(id, { approve: false, note: 'Too many', digest })).state, 'drafting')
  })
  const auditEntries = async () =>
    (await portal.db.row<{ n: number }>(sql`select count(*) as n from audit_entries`))?.n ?? 0
})

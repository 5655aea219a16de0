import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedDecision } from '#contract/decisions/decision-list.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { waitingFor } from '../../web/decisions/waiting-for.ts'

const officer = (id: number) => ({ id, name: `Officer ${id}` })
const MOMENT = '2026-11-24T11:00:00.000Z'

/** A list that officer 1 made and proposed, and that waits for a second person. */
const proposed = (over: Partial<ListedDecision> = {}): ListedDecision => ({
  id: 7,
  job: { id: 3, reference: 'TEST/3', title: 'Clerk' },
  name: 'To shortlisted',
  to_stage: 'shortlisted',
  reason: '',
  early_reason: '',
  needs_second: true,
  state: 'proposed',
  size: 2,
  made_by: officer(1),
  made_at: MOMENT,
  proposed_by: officer(1),
  proposed_at: MOMENT,
  decided_by: null,
  decided_at: null,
  note: '',
  effective_at: null,
  applied_at: null,
  left_out: 0,
  updated_at: MOMENT,
  contributed: false,
  ...over,
})

test('T32 a proposed list waits for an approver who had no part in it', () => {
  const rights: StaffMember['rights'][number][] = ['decisions.approve']
  const toDecide = (list: ListedDecision) => waitingFor({ id: 2, rights }, [list]).toDecide.length
  assert.equal(toDecide(proposed()), 1)
  assert.equal(toDecide(proposed({ contributed: true })), 0, 'contributed to it')
  assert.equal(toDecide(proposed({ made_by: officer(2) })), 0, 'made it')
  assert.equal(toDecide(proposed({ proposed_by: officer(2) })), 0, 'proposed it')
})

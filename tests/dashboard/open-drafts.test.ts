import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListedApplication, openDrafts } from '../../web/dashboard/drafts.ts'

const DEADLINE = '2026-12-03T14:00:00.000Z'
const draft: ListedApplication = {
  id: 1,
  status: 'Draft',
  is_completed: false,
  reference_number: null,
  submitted_at: null,
  created_at: '2026-11-24T09:00:00.000Z',
  updated_at: '2026-11-24T09:00:00.000Z',
  job: {
    id: 7,
    title: 'Polling Clerk',
    reference: 'IEBC/7',
    type: 'Contract',
    location: 'Nairobi',
    expiry_date: DEADLINE,
    is_expired: false,
  },
}

test('a draft is open until the deadline of its job, even on a page that was loaded before', () => {
  const openAt = (moment: string) => openDrafts([draft], undefined, [], new Date(moment)).length
  assert.deepEqual([openAt('2026-12-03T13:59:59.000Z'), openAt('2026-12-03T14:00:01.000Z')], [1, 0])
})

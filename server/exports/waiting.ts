import { may } from '#contract/staff-rights.ts'
import type { Act } from '../http/serve.ts'
import { readerOf } from './present.ts'
import { findWaiting } from './requests-store.ts'

/** What waits for this officer in all jobs: requests of others that they may decide, and their own that can be downloaded. */
export const listWaitingExports: Act<'GET /api/staff/exports/'> = async (deps, { staff }) => {
  const rows = await findWaiting(deps.db, readerOf(staff), deps.now())
  const shown = rows.map(({ approved, requested_by, requested_at, ends_at, size, job_id, reference, title, ...it }) => ({
    ...it,
    job: { id: job_id, reference, title },
    count: size,
    requested_at: requested_at.toISOString(),
    ends_at: ends_at.toISOString(),
    own: requested_by === staff.id,
    approved: approved === true,
  }))
  return {
    to_decide: may(staff.role, 'decisions.approve') ? shown.filter(({ own, approved }) => !own && !approved) : [],
    to_download: may(staff.role, 'identities.export') ? shown.filter(({ own, approved }) => own && approved) : [],
  }
}

import type { ExportState } from '#contract/exports/words.ts'
import type { ExportRequest } from '#contract/exports/endpoints.ts'
import { may } from '#contract/staff/rights.ts'
import type { Tx } from '../database/connect.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { isLimited } from '../staff/areas.ts'
import { presentOfficer } from '../staff/present.ts'
import { conditionsOf } from './filter-words.ts'
import type { Reader, RequestRow } from './requests-store.ts'

/** The officer who reads requests for files. `limited`: they may see only some areas. */
export const readerOf = ({ id, areas }: Staff): Reader => ({
  id,
  limited: isLimited(areas),
})

/** A request's present state, for a file or a pack. `approved` is null until the request is decided. */
export function stateOf(
  { withdrawn_at, approved, ends_at }: Pick<RequestRow, 'withdrawn_at' | 'approved' | 'ends_at'>,
  now: Date,
): ExportState {
  if (withdrawn_at) return 'withdrawn'
  if (approved === false) return 'returned'
  if (ends_at <= now) return 'over'
  return approved ? 'approved' : 'waiting'
}

const permittedActions = (row: RequestRow, state: ExportState, staff: Staff): ExportRequest['may'] => {
  const isRequester = row.requested_by === staff.id
  const actions: ExportRequest['may'] = []
  if (isRequester && state === 'approved' && may(staff.role, 'identities.export')) actions.push('download')
  if (!isRequester && state === 'waiting' && may(staff.role, 'decisions.approve')) actions.push('decide')
  if (isRequester && (state === 'waiting' || state === 'approved')) actions.push('withdraw')
  return actions
}

/** A request for a file as this officer sees it, with what they may do with it now. */
export async function presentRequest(
  tx: Tx,
  row: RequestRow,
  staff: Staff,
  now: Date,
): Promise<ExportRequest> {
  const state = stateOf(row, now)
  return {
    id: row.id,
    conditions: await conditionsOf(tx, row.job_id, row.filter),
    columns: row.columns,
    format: row.format,
    reason: row.reason,
    count: row.size,
    digest: row.digest.toString('hex'),
    state,
    requested_by: { id: row.requested_by, name: row.requested_by_name },
    requested_at: row.requested_at.toISOString(),
    decided_by: presentOfficer(row.decided_by, row.decided_by_name),
    decided_at: row.decided_at?.toISOString() ?? null,
    note: row.note,
    ends_at: row.ends_at.toISOString(),
    downloads: row.downloads,
    may: permittedActions(row, state, staff),
  }
}

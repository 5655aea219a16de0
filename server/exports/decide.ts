import { EXPORTS } from '#contract/exports/limits.ts'
import { EXPORT_WORDS } from '#contract/exports/words.ts'
import type { Tx } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { presentRequest, readerOf, stateOf } from './present.ts'
import { decideRequest, findRequest, type RequestRow, withdrawRequest } from './requests-store.ts'

// A second officer decides on a request for a file with identities. Or the officer who asked withdraws it.

const HOUR_MS = 3_600_000

const auditDetail = (row: RequestRow) => ({
  request: row.id,
  columns: row.columns,
  count: row.size,
  digest: row.digest.toString('hex'),
})

/** Reads the request for a file again after it has changed. */
async function presentChanged(tx: Tx, id: number, staff: Staff, now: Date) {
  const row = await findRequest(tx, id, readerOf(staff))
  if (!row) throw refuse('not_found')
  return presentRequest(tx, row, staff, now)
}

/**
 * The second officer decides on the stored selection of applications that was shown to them (T32). An
 * approved file can be downloaded for a day.
 */
export const decideOnExport: Handler<'POST /api/staff/exports/{id}/decide/'> = (
  deps,
  { params, body, staff },
) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const row = await findRequest(tx, params.id, readerOf(staff))
    if (!row) throw refuse('not_found')
    if (row.requested_by === staff.id) throw refuse('second_person', { message: EXPORT_WORDS.secondPerson })
    if (stateOf(row, now) === 'over') throw refuse('conflict', { message: EXPORT_WORDS.over })
    const note = body.note.trim()
    const decision = {
      by: staff.id,
      approved: body.approve,
      note,
      digest: Buffer.from(body.digest, 'hex'),
      now,
    }
    // After approval, the time limit for the download replaces that for the decision.
    const endsAt = body.approve ? new Date(now.getTime() + EXPORTS.downloadHours * HOUR_MS) : null
    const decidedRequests = await decideRequest(tx, row.id, { ...decision, endsAt })
    // The request was decided or withdrawn meanwhile, or the officer was shown another selection.
    if (decidedRequests === 0) throw refuse('conflict')
    const action = body.approve ? 'export.approved' : 'export.returned'
    await recordAudit(
      tx,
      staff,
      { act: action, jobId: row.job_id, reason: note, detail: auditDetail(row) },
      now,
    )
    return presentChanged(tx, row.id, staff, now)
  })
}

/** The officer who asked for a file withdraws the request, before a decision or after approval. */
export const withdrawExport: Handler<'POST /api/staff/exports/{id}/withdraw/'> = (
  deps,
  { params, staff },
) => {
  const now = deps.now()
  return deps.db.tx(async (tx) => {
    const row = await findRequest(tx, params.id, readerOf(staff))
    if (!row || row.requested_by !== staff.id) throw refuse('not_found')
    if (!(await withdrawRequest(tx, row.id, staff.id, now))) throw refuse('conflict')
    await recordAudit(
      tx,
      staff,
      { act: 'export.withdrawn', jobId: row.job_id, detail: auditDetail(row) },
      now,
    )
    return presentChanged(tx, row.id, staff, now)
  })
}

import { EXPORTS } from '#contract/exports/limits.ts'
import { EXPORT_COLUMNS, EXPORT_WORDS } from '#contract/exports/words.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { presentRequest, readerOf } from './present.ts'
import { findRequest, insertRequest } from './requests-store.ts'
import { SHEET_ROWS } from './xlsx.ts'

const DAY_MS = 86_400_000
const STATEMENT_TIMEOUT_SECONDS = 30

/**
 * Requests a file with identities, which a second officer must approve (T32). The applications that match now
 * are stored. So the second officer decides on exactly these.
 */
export const requestFile: Handler<'POST /api/staff/jobs/{id}/exports/'> = (deps, { params, body, staff }) => {
  const now = deps.now()
  const reason = body.reason.trim()
  // The columns in the usual order, whatever order the browser sent.
  const columns = EXPORT_COLUMNS.filter((exportColumn) => body.columns.includes(exportColumn))
  return deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    // The job, and which of its applications this officer may know.
    const scope = await scopeOf(tx, staff, params.id, now)
    if (!scope) throw refuse('not_found')
    // Plan the query for this filter: a cached plan must fit all filters, so it would read the whole job.
    await planForValues(tx)
    const newRequest = {
      jobId: scope.jobId,
      filter: body.filter,
      columns,
      format: body.format,
      reason,
      by: staff.id,
      now,
    }
    const inserted = await insertRequest(tx, matching(body.filter, scope), {
      ...newRequest,
      endsAt: new Date(now.getTime() + EXPORTS.waitDays * DAY_MS),
    })
    if (!inserted) throw refuse('conflict', { message: EXPORT_WORDS.nothing })
    // Each refusal below rolls back the request that was just stored. `expected`: the number of applications
    // that the officer saw, if the call has it.
    if (body.expected !== undefined && body.expected !== inserted.size)
      throw refuse('conflict', { message: EXPORT_WORDS.changed, also: { count: inserted.size } })
    if (body.format === 'xlsx' && inserted.size > SHEET_ROWS)
      throw refuseFields({ format: EXPORT_WORDS.tooManyRows })
    const detail = {
      request: inserted.id,
      filter: filterForLog(body.filter),
      columns,
      format: body.format,
      count: inserted.size,
      digest: inserted.digest.toString('hex'),
    }
    await recordAudit(tx, staff, { act: 'export.requested', jobId: scope.jobId, reason, detail }, deps.now())
    const row = await findRequest(tx, inserted.id, readerOf(staff))
    // The request was just stored. The refusal is only for the type.
    if (!row) throw refuse('not_found')
    return presentRequest(tx, row, staff, now)
  })
}

import { EXPORTS } from '#contract/exports/limits.ts'
import { EXPORT_COLUMNS, EXPORT_WORDS } from '#contract/exports/words.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { filterForLog, matching, planForValues, scopeOf } from '../review/filter.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { presentRequest, readerOf } from './present.ts'
import { findRequest, insertRequest } from './requests-store.ts'
import { SHEET_ROWS } from './xlsx.ts'

/**
 * T32: requests a file with identities. The present matches are stored, because the second person decides on
 * exactly these.
 */
export const requestFile: Handler<'POST /api/staff/jobs/{id}/exports/'> = (deps, { params, body, staff }) => {
  const now = deps.now()
  const reason = body.reason.trim()
  const columns = EXPORT_COLUMNS.filter((exportColumn) => body.columns.includes(exportColumn))
  return deps.db.patient(30).tx(async (tx) => {
    const scope = await scopeOf(tx, staff, params.id, now)
    if (!scope) throw refuse('not_found')
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
      endsAt: new Date(now.getTime() + EXPORTS.waitDays * 86_400_000),
    })
    if (!inserted) throw refuse('conflict', { message: EXPORT_WORDS.nothing })
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
    await recordAudit(tx, staff, { act: 'export.requested', jobId: scope.jobId, reason, detail }, now)
    const row = await findRequest(tx, inserted.id, readerOf(staff))
    if (!row) throw refuse('not_found')
    return presentRequest(tx, row, staff, now)
  })
}

import { VIEW_WORDS } from '#contract/review/view-words.ts'
import { brokenForeignKey } from '../database/connect.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { dropView, insertView } from './views-store.ts'

/**
 * Saves a filter under a name for this officer. Both may contain an applicant's name, so neither is in the
 * audit log.
 */
export const saveView: Handler<'POST /api/staff/jobs/{id}/views/'> = (deps, { params, body, staff }) => {
  const now = deps.now()
  return deps.db
    .tx(async (tx) => {
      const view = await insertView(tx, {
        staffId: staff.id,
        jobId: params.id,
        name: body.name.trim(),
        query: body.query,
        now,
      })
      if (!view) throw refuse('conflict', { message: VIEW_WORDS.tooMany })
      await recordAudit(tx, staff, { act: 'view.saved', jobId: params.id, detail: { view: view.id } }, now)
      return view
    })
    .catch((error: unknown) => {
      throw brokenForeignKey(error) === 'staff_views_job_id_fkey' ? refuse('not_found') : error
    })
}

/** Deletes a saved filter of this officer. */
export const forgetView: Handler<'DELETE /api/staff/views/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const dropped = await dropView(tx, staff.id, params.id)
    if (!dropped) throw refuse('not_found')
    await recordAudit(
      tx,
      staff,
      { act: 'view.dropped', jobId: dropped.job_id, detail: { view: params.id } },
      deps.now(),
    )
    return { message: 'The view is deleted.' }
  })

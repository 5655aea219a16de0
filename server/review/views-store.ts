import { REVIEW } from '#contract/review/limits.ts'
import { sql, type Tx } from '../database/connect.ts'

/** A filter that an officer saved under a name. `query` is the filter as in a URL. */
type ViewRow = { id: number; name: string; query: string }

export const findViews = (tx: Tx, staffId: number, jobId: number) =>
  tx.rows<ViewRow>(sql`
    select id, name, query from staff_views where staff_id = ${staffId} and job_id = ${jobId} order by lower(name), id limit ${REVIEW.maxViews}`)

/**
 * Saves an officer's view, or replaces the one with the same name. Undefined when the officer has the allowed
 * number of views, and none has that name.
 */
export const insertView = (
  tx: Tx,
  values: { staffId: number; jobId: number; name: string; query: string; now: Date },
) =>
  tx.row<ViewRow>(sql`
    insert into staff_views (staff_id, job_id, name, query, created_at)
    select ${values.staffId}, ${values.jobId}, ${values.name}::text, ${values.query}, ${values.now}
    where (select count(*) from staff_views where staff_id = ${values.staffId} and job_id = ${values.jobId} and name <> ${values.name}::text) < ${REVIEW.maxViews}
    on conflict on constraint staff_views_name do update set query = excluded.query
    returning id, name, query`)

/** Deletes a saved view only when it is the officer's own. */
export const dropView = (tx: Tx, staffId: number, id: number) =>
  tx.row<{ job_id: number }>(
    sql`delete from staff_views where id = ${id} and staff_id = ${staffId} returning job_id`,
  )

import { APPLICATION_WORDS, type Status, statusFrom } from '#contract/application-words.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse } from '../http/refuse.ts'

// The job is called as it was when the application was sent (L8).
const writeStatus = (tx: Tx, applicationId: number, status: Status, now: Date) =>
  tx.row<{ changed: boolean }>(sql`
    with old as (
      select it.id, it.user_id, it.status, it.reference_number, made.frozen::jsonb -> 'job' ->> 'title' as title
      from job_applications it join submissions made on made.application_id = it.id
      where it.id = ${applicationId} for no key update of it),
    changed as (
      update job_applications it set status = ${status}, updated_at = ${now} from old where it.id = old.id and old.status <> ${status}
      returning it.id),
    noticed as (
      insert into notifications (user_id, type, message, url, created_at)
      select user_id, 'status_changed', 'Your application ' || reference_number || ' for ' || title || ' is now ' || ${status}::text || '.',
        '/dashboard/applications/' || old.id, ${now}
      from old join changed on changed.id = old.id)
    select exists (select from changed) as changed from old`)

/**
 * What officers decided about an application that was sent, with the notice to its owner: both or neither. `status` may be
 * written in any case, and 'Accepted' means Hired (L1). False when it stood so already. Refuses `not_found`, also for a draft,
 * which has no status yet (L2), and `invalid`.
 */
export async function changeStatus(deps: Pick<Deps, 'db' | 'now'>, { applicationId, status }: { applicationId: number; status: string }): Promise<boolean> {
  const to = statusFrom(status)
  if (!to) throw refuse('invalid')
  const row = await writeStatus(deps.db, applicationId, to, deps.now())
  if (!row) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
  return row.changed
}

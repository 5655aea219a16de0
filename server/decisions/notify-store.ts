import type { Status } from '#contract/job-applications/words.ts'
import { sql, type Tx } from '../database/connect.ts'
import { PRIORITY } from '../outbox/enqueue-email.ts'

export type UnnotifiedRow = { id: number; to_stage: number; notified_up_to: number }

/**
 * Of the lists whose applicants are not all notified yet, the one that took effect first; locked until the
 * transaction ends. A list that another process holds is skipped.
 */
export const takeUnnotified = (tx: Tx, but: number[]) =>
  tx.row<UnnotifiedRow>(sql`
    select id, to_stage, notified_up_to from decisions where state = 'applied' and notified_at is null and id <> all(${but}::bigint[])
    order by applied_at, id limit 1 for no key update skip locked`)

type Part = {
  listId: number
  status: Status
  sources: number[]
  after: number
  size: number
  now: Date
  /** The texts of the list's reasons as applicants read them, by reason id. */
  reasons: { ids: number[]; texts: string[] }
}

const titleAsFrozen = sql`(select frozen::jsonb -> 'job' ->> 'title' from submissions where application_id = told.id)`

/**
 * Notifies the next `size` applicants that a list moved from one of these stages: adds the notification and
 * queues the email. Anyone moved again since is notified only of that later move. Progress is saved in the
 * same transaction, so no one is notified twice.
 */
export const notifyBatch = (tx: Tx, part: Part) =>
  tx.run(sql`
    with part as (
      select application_id, reason_id from decision_entries
      where list_id = ${part.listId} and application_id > ${part.after} and applied_at is not null and from_stage = any(${part.sources}::int[])
      order by application_id limit ${part.size}),
    told as (
      select application.id, application.user_id, application.job_id, application.reference_number, coalesce(why.said, '') as reason
      from part join decisions list on list.id = ${part.listId}
      join job_applications application on application.id = part.application_id and application.status = ${part.status}
      left join unnest(${part.reasons.ids}::bigint[], ${part.reasons.texts}::text[]) why (id, said) on why.id = coalesce(part.reason_id, list.reason_id)),
    noticed as (
      insert into notifications (user_id, type, message, url, created_at)
      select told.user_id, 'status_changed', 'Your application ' || told.reference_number || ' for ' || coalesce(named.title, ${titleAsFrozen}) || ' is now '
        || ${part.status}::text || '.' || case when told.reason = '' then '' else ' ' || told.reason end, '/dashboard/applications/' || told.id, ${part.now}::timestamptz
      from told left join application_words named on named.application_id = told.id),
    promised as (
      insert into outbox (topic, payload, priority, run_at, created_at, dedupe, job_id)
      select 'decisions.status', jsonb_build_object('list', ${part.listId}::bigint, 'application', told.id), ${PRIORITY.many}::smallint, ${part.now}::timestamptz, ${part.now}::timestamptz,
        'decision-' || ${part.listId}::bigint || '-' || told.id, told.job_id
      from told on conflict (dedupe) do nothing)
    update decisions set notified_up_to = coalesce((select max(application_id) from part), notified_up_to),
      notified_at = case when (select count(*) from part) < ${part.size} then ${part.now}::timestamptz end
    where id = ${part.listId}`)

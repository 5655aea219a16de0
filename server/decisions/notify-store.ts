import type { Status } from '#contract/job-applications/words.ts'
import { sql, type Tx } from '../database/connect.ts'
import { addNotifications } from '../notifications/add-notification.ts'
import { enqueueEmails, PRIORITY } from '../outbox/enqueue-email.ts'

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
}

const titleAsFrozen = sql`(select frozen::jsonb -> 'job' ->> 'title' from submissions where application_id = moved.id)`

// A reason is the same in all notifications of a list, so it is read once per reason and not once per person.
const reasonsAsStored = (listId: number) => sql`
  select id, jsonb_build_object('reason', jsonb_build_object('kind', kind, 'values', values::jsonb, 'words', words)) as value
  from decision_reasons where list_id = ${listId}`

const notifications = ({ status, now }: Part) =>
  addNotifications({
    kind: 'status_changed',
    from: sql`moved left join application_words named on named.application_id = moved.id left join reasons on reasons.id = moved.reason_id`,
    userId: sql`moved.user_id`,
    values: sql`
      jsonb_build_object('reference', moved.reference_number, 'job', coalesce(named.title, ${titleAsFrozen}), 'status', ${status}::text)
      || coalesce(reasons.value, '{}')`,
    url: sql`'/dashboard/applications/' || moved.id`,
    now,
  })

const emails = ({ listId, now }: Part) =>
  enqueueEmails({
    topic: 'decisions.status',
    from: sql`moved`,
    payload: sql`jsonb_build_object('list', ${listId}::bigint, 'application', moved.id)`,
    jobId: sql`moved.job_id`,
    dedupe: sql`'decision-' || ${listId}::bigint || '-' || moved.id`,
    priority: PRIORITY.bulk,
    now,
  })

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
    reasons as materialized (${reasonsAsStored(part.listId)}),
    moved as (
      select application.id, application.user_id, application.job_id, application.reference_number, coalesce(part.reason_id, list.reason_id) as reason_id
      from part join decisions list on list.id = ${part.listId}
      join job_applications application on application.id = part.application_id and application.status = ${part.status}),
    notified as (${notifications(part)}),
    enqueued as (${emails(part)})
    update decisions set notified_up_to = coalesce((select max(application_id) from part), notified_up_to),
      notified_at = case when (select count(*) from part) < ${part.size} then ${part.now}::timestamptz end
    where id = ${part.listId}`)

import type { Status } from '#contract/job-applications/words.ts'
import { sql, type Tx } from '../database/connect.ts'
import { titleOfThatTime } from '../jobs/texts.ts'
import { placeName } from '../locations/place-name.ts'
import { notificationsInsert } from '../notifications/add-notification.ts'
import { emailsInsert, PRIORITY } from '../outbox/enqueue-email.ts'

/** An applied list with applicants who are not notified yet. */
export type UnnotifiedRow = {
  id: number
  /** The stage to which the list moved applications, as an index in `STAGES`. */
  to_stage: number
  /** The run of a selection whose result is on the list. Null for a list that officers put together. */
  selection_run: number | null
  /** The id of the last application whose applicant was notified; 0 when none was. */
  notified_up_to: number
}

/**
 * Of the lists with applicants to notify, the one that took effect first, locked until the transaction ends.
 * Lists in `exceptIds`, and lists that another process holds, are skipped.
 */
export const takeUnnotified = (tx: Tx, exceptIds: number[]) =>
  tx.row<UnnotifiedRow>(sql`
    select id, to_stage, selection_run, notified_up_to from decisions where state = 'applied' and notified_at is null and id <> all(${exceptIds}::bigint[])
    order by applied_at, id limit 1 for no key update skip locked`)

type Batch = {
  listId: number
  status: Status
  /** The stages from which the list moved applications. */
  sources: number[]
  /** The id of the last application of the previous batch; 0 for the first batch. */
  after: number
  size: number
  now: Date
}

// The SQL below reads two tables that `notifyBatch` defines: `moved` has the applicants to notify, `reasons`
// the reasons of their list.

// The job's title when the application was submitted. It is read from a copy in `application_words`, which is
// faster.
const titleAsFrozen = sql`coalesce(named.title, (select frozen::jsonb -> 'job' ->> 'title' from submissions where application_id = moved.id))`

// Many applicants share a reason, so each reason is read once instead of once per person.
const reasonsAsStored = (listId: number) => sql`
  select id, jsonb_build_object('reason', jsonb_build_object('kind', kind, 'values', values::jsonb, 'words', words)) as value
  from decision_reasons where list_id = ${listId}`

const notifications = ({ status, now }: Batch) =>
  notificationsInsert({
    kind: 'status_changed',
    from: sql`moved join jobs on jobs.id = moved.job_id left join application_words named on named.application_id = moved.id left join reasons on reasons.id = moved.reason_id`,
    userId: sql`moved.user_id`,
    values: sql`
      jsonb_strip_nulls(jsonb_build_object('reference', moved.reference_number, 'job', ${titleAsFrozen}, 'job_sw', ${titleOfThatTime(titleAsFrozen)}, 'status', ${status}::text))
      || coalesce(reasons.value, '{}')
      || case when moved.reserve_number is null then '{}'::jsonb
        else jsonb_build_object('reserve', jsonb_build_object('number', moved.reserve_number, 'place', ${placeName(sql`moved.reserve_place`)})) end`,
    url: sql`'/dashboard/applications/' || moved.id`,
    now,
  })

const emails = ({ listId, now }: Batch) =>
  emailsInsert({
    // The topic of these emails about decisions; emails.ts builds them.
    topic: 'decisions.status',
    from: sql`moved`,
    payload: sql`jsonb_build_object('list', ${listId}::bigint, 'application', moved.id)`,
    jobId: sql`moved.job_id`,
    dedupe: sql`'decision-' || ${listId}::bigint || '-' || moved.id`,
    priority: PRIORITY.bulk,
    now,
  })

/**
 * Adds the notification and queues the email for the next `size` applicants whom a list moved from one of the
 * stages in `sources`. People who deleted their account are left out. Anyone whom a later list moved again is
 * notified only of that later move. Progress is saved in the same transaction, so no one is notified twice.
 */
export const notifyBatch = (tx: Tx, batch: Batch) =>
  tx.run(sql`
    with batch as (
      select application_id, reason_id, reserve_number, reserve_place from decision_entries
      where list_id = ${batch.listId} and application_id > ${batch.after} and applied_at is not null and from_stage = any(${batch.sources}::int[])
      order by application_id limit ${batch.size}),
    reasons as materialized (${reasonsAsStored(batch.listId)}),
    moved as (
      select application.id, application.user_id, application.job_id, application.reference_number, coalesce(batch.reason_id, list.reason_id) as reason_id,
        batch.reserve_number, batch.reserve_place
      from batch join decisions list on list.id = ${batch.listId}
      join job_applications application on application.id = batch.application_id and application.status = ${batch.status} and application.user_id is not null),
    notified as (${notifications(batch)}),
    enqueued as (${emails(batch)})
    update decisions set notified_up_to = coalesce((select max(application_id) from batch), notified_up_to),
      notified_at = case when (select count(*) from batch) < ${batch.size} then ${batch.now}::timestamptz end
    where id = ${batch.listId}`)

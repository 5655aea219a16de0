import { sql, type Tx } from '../database/connect.ts'
import { titleOfThatTime } from '../jobs/texts.ts'
import { notificationsInsert } from '../notifications/add-notification.ts'

export type PublishedRun = { id: number; selection_id: number; job_id: number; number: number }

/**
 * Finds and locks a computed run whose decision lists have all taken effect. After a list was stopped or
 * withdrawn, a new list for its stage must take effect. So only the newest list for each stage is checked.
 */
export const takeDecidedRun = (tx: Tx) =>
  tx.row<PublishedRun>(sql`
    select run.id, run.selection_id, selection.job_id, run.number
    from selection_runs run join selections selection on selection.id = run.selection_id
    where run.state = 'computed' and exists (select from decisions where selection_run = run.id) and not exists (
      select from (select distinct on (to_stage) state from decisions where selection_run = run.id order by to_stage, id desc) newest
      where newest.state <> 'applied')
    order by run.id limit 1 for no key update of run skip locked`)

/** Whether a result of the selection is published already. An earlier run may have stayed unpublished. */
export const isAnyPublished = async (tx: Tx, selectionId: number) =>
  (await tx.row(
    sql`select from selection_runs where selection_id = ${selectionId} and state = 'published' limit 1`,
  )) !== undefined

export const markPublished = async (tx: Tx, { id, selection_id }: PublishedRun, now: Date) => {
  // The first published result notifies everyone. For later results, the decision lists notify the applicants
  // whom they move.
  const notifiedAt = (await isAnyPublished(tx, selection_id)) ? now : null
  await tx.run(sql`
    update selection_runs set state = 'published', published_at = ${now}, notified_at = ${notifiedAt}
    where id = ${id}`)
  await tx.run(sql`update selections set state = 'published' where id = ${selection_id}`)
}

/**
 * Finds and locks a published run that has not yet notified all people who were not taken. `notified_up_to`:
 * the last application id that the notifying has reached; 0 before the first batch.
 */
export const takeUnnotifiedRun = (tx: Tx) =>
  tx.row<{ id: number; notified_up_to: number }>(sql`
    select id, notified_up_to from selection_runs where state = 'published' and notified_at is null
    order by published_at limit 1 for no key update skip locked`)

/** At most `size` people of a run, with application ids above `after`. */
type Batch = { runId: number; after: number; size: number; now: Date }

/**
 * Reads the next `size` people of a run, and notifies those who were not taken. People who were gone before
 * the run are among them. The same statement stores up to which person it came. Returns how many it read.
 */
export const notifyNotTaken = async (tx: Tx, { runId, after, size, now }: Batch) => {
  const title = sql`(select frozen::jsonb -> 'job' ->> 'title' from submissions where application_id = recipients.id)`
  const row = await tx.row<{ count: number }>(sql`
    with batch as (
      select application_id, result from (
        (select application_id, result from selection_results
          where run_id = ${runId} and application_id > ${after} order by application_id limit ${size})
        union all
        (select change.application_id, 'not_taken' from selection_changes change join selection_runs run on run.selection_id = change.selection_id
          where run.id = ${runId} and change.kind = 'gone' and change.approved and change.application_id > ${after}
            and not exists (select from selection_results result where result.run_id = run.id and result.application_id = change.application_id)
          order by change.application_id limit ${size})) people
      order by application_id limit ${size}),
    recipients as (
      select application.id, application.user_id, application.job_id, application.reference_number
      from batch join job_applications application on application.id = batch.application_id where batch.result = 'not_taken' and application.user_id is not null),
    notified as (${notificationsInsert({
      kind: 'selection_not_taken',
      from: sql`recipients join jobs on jobs.id = recipients.job_id`,
      userId: sql`recipients.user_id`,
      values: sql`jsonb_strip_nulls(jsonb_build_object('reference', recipients.reference_number, 'job', ${title}, 'job_sw', ${titleOfThatTime(title)}))`,
      url: sql`'/dashboard/applications/' || recipients.id || '/selection'`,
      now,
    })})
    update selection_runs set notified_up_to = coalesce((select max(application_id) from batch), notified_up_to),
      notified_at = case when (select count(*) from batch) < ${size} then ${now}::timestamptz end
    where id = ${runId} returning (select count(*) from batch)::int as count`)
  return row?.count ?? 0
}

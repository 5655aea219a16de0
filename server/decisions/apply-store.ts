import type { Status } from '#contract/job-applications/words.ts'
import { sql, type Tx } from '../database/connect.ts'

/** An approved decision list whose time has come. */
export type DueRow = {
  id: number
  job_id: number
  /** The stage to which the list moves applications, as an index in `STAGES`. */
  to_stage: number
  /** Whether two officers had to approve the list. */
  needs_second: boolean
  digest: Buffer
  proposed_by: number
  /** The second officer who approved the list; null when one officer was enough. */
  decided_by: number | null
}

/**
 * The due list with the earliest time, locked until the transaction ends. It is marked as started, so from
 * now on no one can stop it. Lists in `exceptIds`, and lists that another process holds, are skipped.
 */
export const takeDueList = (tx: Tx, now: Date, exceptIds: number[]) =>
  tx.row<DueRow>(sql`
    with due as (
      select id from decisions where state = 'approved' and effective_at <= ${now} and id <> all(${exceptIds}::bigint[])
      order by effective_at, id limit 1 for no key update skip locked)
    update decisions decision set started_at = coalesce(decision.started_at, ${now}) from due where decision.id = due.id
    returning decision.id, decision.job_id, decision.to_stage, decision.needs_second, decision.digest, decision.proposed_by, decision.decided_by`)

/**
 * Settings for a transaction that applies a batch.
 * - Plan once and use key lookups: planning again for each batch costs a fifth of the time.
 * - No scans, sorts or hash joins: a new list has no statistics yet, so the planner would read all of it for
 *   every batch.
 * - No wait for the disk: after a power cut the list continues where it was. No one was notified of a lost
 *   batch, because sending an email flushes every earlier commit first.
 */
export const BATCH_SETTINGS = {
  synchronous_commit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  enable_bitmapscan: 'off',
  enable_seqscan: 'off',
}

type Batch = {
  listId: number
  toStage: number
  status: Status
  /** The numbers of the stages from which the list may move applications. */
  sources: number[]
  /** Whether officers see the names of the moved applicants from now on. */
  revealsNames: boolean
  /** The id of the last application of the previous batch; 0 for the first batch. */
  after: number
  size: number
  now: Date
}

/**
 * Applies the next `size` open entries of a list in one statement, in order of application id. Each
 * application gets the new stage, and the status that its applicant sees. An application that is at another
 * stage by now is left as it is. Returns how many entries were handled, and the last application's id.
 *
 * `is_open` of an entry: it is not handled yet. `is_open` of facts: officers see the names.
 */
// The statement has these parts. `batch` are the next entries, and `handled` those whose application is still
// on this list. `changed_status` changes what the applicants see, and `closed` the entries of `handled`.
// `no_longer_listed` closes the other entries, such as those of withdrawn applications.
//
// Entries are updated by ctid, the place of a row, and list ids are compared by `is not distinct from`.
// Otherwise the query planner would read the whole list for each application. It assumes that a new list is
// short, because it has no statistics yet.
export const applyBatch = async (tx: Tx, batch: Batch) => {
  const row = await tx.row<{ done: number; last: number }>(sql`
    with batch as (
      select ctid as entry_ctid, application_id from decision_entries
      where list_id = ${batch.listId} and is_open and application_id > ${batch.after} order by application_id limit ${batch.size}),
    handled as (
      update application_facts facts set list_id = null, last_stage = facts.stage,
        stage = case when facts.stage = any(${batch.sources}::int[]) then ${batch.toStage}::smallint else facts.stage end,
        is_open = facts.is_open or (${batch.revealsNames}::boolean and facts.stage = any(${batch.sources}::int[]))
      from batch where facts.application_id = batch.application_id and facts.list_id is not distinct from ${batch.listId}
      returning facts.application_id, batch.entry_ctid, facts.last_stage as from_stage, facts.last_stage = any(${batch.sources}::int[]) as is_moved),
    changed_status as (
      update job_applications application set status = ${batch.status}, updated_at = ${batch.now} from handled
      where application.id = handled.application_id and handled.is_moved and application.status <> ${batch.status}),
    closed as (
      update decision_entries entry set is_open = false, from_stage = handled.from_stage, applied_at = case when handled.is_moved then ${batch.now}::timestamptz end
      from handled where entry.ctid = handled.entry_ctid),
    no_longer_listed as (
      update decision_entries entry set is_open = false from batch
      where entry.ctid = batch.entry_ctid and batch.application_id not in (select application_id from handled))
    select count(*)::int as done, coalesce(max(application_id), 0) as last from batch`)
  return row ?? { done: 0, last: 0 }
}

/**
 * Marks the list as applied, so that its applications can be put on other lists. Returns how many it moved
 * (`applied`), and how many were at another stage by then (`left_out`).
 */
export const finishList = (tx: Tx, id: number, now: Date) =>
  tx.row<{ applied: number; left_out: number }>(sql`
    with freed as (update application_facts set list_id = null where list_id = ${id}),
    counted as (
      select count(*) filter (where applied_at is not null)::int as applied, count(*) filter (where applied_at is null)::int as left_out
      from decision_entries where list_id = ${id})
    update decisions set state = 'applied', applied_at = ${now}, left_out = counted.left_out, updated_at = ${now} from counted where id = ${id}
    returning counted.applied, counted.left_out`)

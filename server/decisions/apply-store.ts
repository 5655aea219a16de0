import type { Status } from '#contract/job-applications/words.ts'
import { sql, type Tx } from '../database/connect.ts'

export type DueRow = {
  id: number
  job_id: number
  to_stage: number
  needs_second: boolean
  digest: Buffer
  proposed_by: number
  decided_by: number | null
}

/**
 * The due list with the earliest time, except those in `but`; locked until the transaction ends. From now on
 * no one can stop it. A list that another process holds is skipped.
 */
export const takeDue = (tx: Tx, now: Date, but: number[]) =>
  tx.row<DueRow>(sql`
    with due as (
      select id from decisions where state = 'approved' and effective_at <= ${now} and id <> all(${but}::bigint[])
      order by effective_at, id limit 1 for no key update skip locked)
    update decisions it set started_at = coalesce(it.started_at, ${now}) from due where it.id = due.id
    returning it.id, it.job_id, it.to_stage, it.needs_second, it.digest, it.proposed_by, it.decided_by`)

/**
 * Settings for a transaction that applies a part.
 * - Plan once and use key lookups: planning again for each part costs a fifth of the time.
 * - No scans, sorts or hash joins: a new list has no statistics yet, so the planner would read all of it for
 * every part.
 * - No wait for the disk: after a power cut the list continues where it was. No one was notified of a lost
 * part, because taking up an email
 *   flushes every earlier commit.
 */
export const GENTLY = {
  synchronous_commit: 'off',
  plan_cache_mode: 'force_generic_plan',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_sort: 'off',
  enable_bitmapscan: 'off',
  enable_seqscan: 'off',
}

type Part = {
  listId: number
  toStage: number
  status: Status
  sources: number[]
  opens: boolean
  after: number
  size: number
  now: Date
}

/**
 * Applies the next `size` open entries of a list in one statement: the stage, and the status that the owner
 * reads. An application that is at another stage by now is left as it is. Applications are taken in order of
 * id.
 */
// Entries are updated by ctid, and list ids compared by `is not distinct from`. A list is new, so the planner
// takes it for short: it would read the whole list for each application instead of using the application's
// key.
export const applyPart = async (tx: Tx, part: Part) => {
  const row = await tx.row<{ done: number; last: number }>(sql`
    with part as (
      select ctid as place, application_id from decision_entries
      where list_id = ${part.listId} and is_open and application_id > ${part.after} order by application_id limit ${part.size}),
    handled as (
      update application_facts facts set list_id = null, last_stage = facts.stage,
        stage = case when facts.stage = any(${part.sources}::int[]) then ${part.toStage}::smallint else facts.stage end,
        is_open = facts.is_open or (${part.opens}::boolean and facts.stage = any(${part.sources}::int[]))
      from part where facts.application_id = part.application_id and facts.list_id is not distinct from ${part.listId}
      returning facts.application_id, part.place, facts.last_stage as from_stage, facts.last_stage = any(${part.sources}::int[]) as is_moved),
    shown as (
      update job_applications application set status = ${part.status}, updated_at = ${part.now} from handled
      where application.id = handled.application_id and handled.is_moved and application.status <> ${part.status}),
    closed as (
      update decision_entries entry set is_open = false, from_stage = handled.from_stage, applied_at = case when handled.is_moved then ${part.now}::timestamptz end
      from handled where entry.ctid = handled.place),
    left_out as (
      update decision_entries entry set is_open = false from part
      where entry.ctid = part.place and part.application_id not in (select application_id from handled))
    select count(*)::int as done, coalesce(max(application_id), 0) as last from part`)
  return row ?? { done: 0, last: 0 }
}

/**
 * Marks the list as applied and frees its applications. Returns how many it moved (`applied`), and how many
 * were at another stage by then (`left_out`).
 */
export const finish = (tx: Tx, id: number, now: Date) =>
  tx.row<{ applied: number; left_out: number }>(sql`
    with freed as (update application_facts set list_id = null where list_id = ${id}),
    counted as (
      select count(*) filter (where applied_at is not null)::int as applied, count(*) filter (where applied_at is null)::int as left_out
      from decision_entries where list_id = ${id})
    update decisions set state = 'applied', applied_at = ${now}, left_out = counted.left_out, updated_at = ${now} from counted where id = ${id}
    returning counted.applied, counted.left_out`)

import type { Gender } from '../selection/pack.ts'
import { stageNumber } from '#contract/review/stages.ts'
import { sql, type Tx } from '../database/connect.ts'

export type AuditedSelection = {
  id: number
  job_id: number
  job_deadline: Date | null
  state: string
  /** The whole published rule as text, and its digest in the log. */
  rule: string
  rule_digest: Buffer
  /** When the log received the rule; null when the log does not have it. */
  rule_logged_at: Date | null
  /**
   * Whether the log received the job's first rule only after the job had opened. Of a job that a data file
   * opened, no change tells when that was. Its first application proves that it was open by then.
   */
  is_rule_late: boolean
}
export const findSelections = (db: Tx, after: number, limit: number) =>
  db.rows<AuditedSelection>(sql`
    select selection.id, selection.job_id, jobs.expiry_date as job_deadline, selection.state, rule.document as rule, rule.digest as rule_digest,
      (select at from log_events where digest = rule.digest and kind = 'selection_rule') as rule_logged_at,
      coalesce((
        select min(event.at) from selection_rules made join log_events event on event.digest = made.digest and event.kind = 'selection_rule'
        where made.job_id = jobs.id) > coalesce(
        (select min(greatest(publish_at, decided_at)) from job_changes where job_id = jobs.id and kind = 'publish' and approved),
        (select min(created_at) from job_applications where job_id = jobs.id)), false) as is_rule_late
    from selections selection join jobs on jobs.id = selection.job_id join selection_rules rule on rule.id = selection.rule_id
    where selection.id > ${after} and selection.state <> 'proposed' order by selection.id limit ${limit}`)

export type AuditedEvent = {
  kind: string
  content: Record<string, unknown>
  digest: Buffer
  /** When the log received the event; null when the log does not have it. */
  logged_at: Date | null
}
export const findSelectionEvents = (db: Tx, selectionId: number, limit: number) =>
  db.rows<AuditedEvent>(sql`
    select event.kind, event.content, event.digest, (select at from log_events where digest = event.digest and kind = event.kind) as logged_at
    from selection_events event where event.selection_id = ${selectionId} order by logged_at nulls last limit ${limit}`)

export type AuditedPerson = {
  leaf: Buffer
  application_id: number
  unit: string
  place: string
  points: number
  criteria: number[]
  gender: Gender
  disability: boolean
  /** The first version's leaf if the person was erased, else null. `entry_hash` remains in both cases. */
  erased_leaf: Buffer | null
  entry_hash: Buffer | null
  /** The values of the person's submission, from which their leaf is computed; null without a submission. */
  job_id: number | null
  salt: Buffer | null
  digest: Buffer | null
  reference: string | null
  submitted_at: Date | null
}
/** The people of the frozen pool, in the order of their leaves. */
export const findFrozenPeople = (db: Tx, selectionId: number, after: Buffer, limit: number) =>
  // The page is cut before the join: else each page would read all submissions.
  db.rows<AuditedPerson>(sql`
    with page as materialized (
      select leaf, application_id, unit, place, points, criteria, gender, is_pwd as disability, entry_hash from selection_people
      where selection_id = ${selectionId} and leaf > ${after}::bytea order by leaf limit ${limit})
    select page.*, application.job_id, made.salt, made.digest, application.reference_number as reference, made.submitted_at,
      (select leaf from erased_versions where application_id = page.application_id and version = 1) as erased_leaf
    from page
    left join first_submissions made on made.application_id = page.application_id
    left join job_applications application on application.id = page.application_id
    order by page.leaf`)

/**
 * Applications that were sent before the freeze but are not in the pool, at most 100. Applications that were
 * rejected before the freeze, or were withdrawn when it came, are not among them.
 */
export const findDropped = (db: Tx, { id, job_id }: AuditedSelection, frozenAt: Date) =>
  db.rows<{ application_id: number }>(sql`
    select made.application_id from first_submissions made join job_applications application on application.id = made.application_id
    where application.job_id = ${job_id} and application.is_completed and made.submitted_at <= ${frozenAt}
      and not exists (select from selection_people where selection_id = ${id} and application_id = made.application_id)
      and not exists (
        select from decision_entries entry join decisions list on list.id = entry.list_id
        where entry.application_id = made.application_id and entry.applied_at <= ${frozenAt} and list.to_stage = ${stageNumber('rejected')})
      and not exists (
        select from withdrawals where application_id = made.application_id and withdrawn_at <= ${frozenAt} and coalesce(restored_at > ${frozenAt}, true))
    order by made.application_id limit 100`)

export type AuditedRun = {
  id: number
  number: number
  state: string
  pack_digest: Buffer | null
  result_digest: Buffer | null
  /** Whether an event of the selection contains the digest of this run's result. */
  is_logged: boolean
}
export const findRuns = (db: Tx, selectionId: number) =>
  db.rows<AuditedRun>(sql`
    select id, number, state, pack_digest, result_digest, exists (
      select from selection_events event where event.selection_id = run.selection_id and event.kind = 'selection_result'
        and event.content::text like '%' || encode(run.result_digest, 'hex') || '%') as is_logged
    from selection_runs run where selection_id = ${selectionId} and state in ('computed', 'published') order by number`)

/** Whether data of a person in the pool was erased: then no run of the selection can be computed again. */
export const hasErasedPeople = async (db: Tx, runId: number) =>
  (await db.row(sql`
    select from selection_runs run join selection_people person on person.selection_id = run.selection_id
    join erasures on erasures.application_id = person.application_id where run.id = ${runId} limit 1`)) !==
  undefined

/** The first unit of a run whose stored sums, which are public, differ from the sums of its lines. */
export const findWrongSum = (db: Tx, runId: number) =>
  db.row<{ unit: string }>(sql`
    select coalesce(stored.unit, counted.unit) as unit
    from (
      select unit, place, points, count(*) filter (where result = 'taken') as taken, count(*) filter (where result = 'reserve') as reserve,
        count(*) filter (where result = 'not_taken') as not_taken
      from selection_results where run_id = ${runId} group by unit, place, points) counted
    full join (select unit, place, points, taken, reserve, not_taken from selection_sums where run_id = ${runId}) stored
      on (stored.unit, stored.place, stored.points) = (counted.unit, counted.place, counted.points)
    where (stored.taken, stored.reserve, stored.not_taken) is distinct from (counted.taken, counted.reserve, counted.not_taken)
    order by 1 limit 1`)

export type StoredLine = {
  leaf: Buffer
  lot: Buffer
  place: string
  points: number
  rank: number
  place_rank: number
  result: string
  reason: string | null
  /** The leaf of the application in the frozen pool; null when the pool does not have it. */
  frozen_leaf: Buffer | null
}
export const findLines = (db: Tx, runId: number, unit: string, after: number, limit: number) =>
  db.rows<StoredLine>(sql`
    select result.leaf, result.lot, result.place, result.points, result.rank, result.place_rank, result.result, result.reason, person.leaf as frozen_leaf
    from selection_results result join selection_runs run on run.id = result.run_id
    left join selection_people person on person.selection_id = run.selection_id and person.application_id = result.application_id
    where result.run_id = ${runId} and result.unit = ${unit} and result.rank > ${after} order by result.rank limit ${limit}`)

export const countLines = async (db: Tx, runId: number) =>
  (
    await db.row<{ count: number }>(
      sql`select count(*)::int as count from selection_results where run_id = ${runId}`,
    )
  )?.count ?? 0

/** Decision lists of a selection with a person whom the result does not put there, at most 100. */
export const findWrongLists = (db: Tx, selectionId: number) =>
  db.rows<{ id: number }>(sql`
    select distinct list.id from selection_runs run join decisions list on list.selection_run = run.id
    join decision_entries entry on entry.list_id = list.id
    left join selection_results result on result.run_id = run.id and result.application_id = entry.application_id
    where run.selection_id = ${selectionId} and list.state in ('proposed', 'approved', 'applied')
      and coalesce(result.result, 'not_taken') <> case list.to_stage
        when ${stageNumber('shortlisted')} then 'taken' when ${stageNumber('reserve')} then 'reserve' else 'not_taken' end
    order by list.id limit 100`)

/** Approved changes that lack their event, or an audit entry by one of two officers; at most 100. */
export const findWrongChanges = (db: Tx, selectionId: number) =>
  db.rows<{ id: number }>(sql`
    select change.id from selection_changes change where change.selection_id = ${selectionId} and change.approved and (
      change.decided_by = change.proposed_by
      or not exists (select from selection_events event
        where event.selection_id = change.selection_id and event.digest = change.digest and event.content ->> 'leaf' = encode(change.leaf, 'hex')
          and event.content ->> 'points' is not distinct from change.points::text
          and event.kind = case change.kind when 'gone' then 'selection_gone' else 'selection_correction' end)
      or not exists (select from audit_entries where act = 'selection.change_proposed' and staff_id = change.proposed_by
        and detail ->> 'change' = change.id::text and application_id = change.application_id)
      or not exists (select from audit_entries where act = 'selection.change_approved' and staff_id = change.decided_by
        and detail ->> 'change' = change.id::text and detail ->> 'digest' = encode(change.digest, 'hex')))
    order by change.id limit 100`)

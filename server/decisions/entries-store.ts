import { needsSecond, sourcesOf, type Stage, stageNumber } from '#contract/review/stages.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

// The applications on decision lists (`decision_entries`). They are added, removed, counted and hashed here.

type EntryChange = {
  listId: number
  jobId: number
  /** An SQL condition on `application_facts facts` that selects the applications. */
  condition: Sql
  /** The numbers of the stages from which an application may move to the list's stage. */
  sources: number[]
  /** Those stages in `sources` from which the move needs two officers. */
  sourcesForTwo: number[]
  /** How many matching applications the officer saw. Null when the officer chose each application. */
  expected: number | null
  /** The id of the reason for these applications; null for the reason of the whole list. */
  reason: number | null
  /** The officer who adds or removes applications. They may not approve the list later (T32). */
  by: number
  now: Date
}

export const addContributor = (tx: Tx, listId: number, by: number) =>
  tx.run(
    sql`insert into decision_contributors (list_id, staff_id) values (${listId}, ${by}) on conflict do nothing`,
  )

/**
 * The counts of a change to a list. `matched`: how many applications matched. `changed`: how many were added
 * or removed. `here`: how many of those to add were already on this list, or 0 for a removal.
 */
export type EntryCounts = { matched: number; changed: number; here: number }

/**
 * Adds matching applications to a list that the caller has locked. It adds only applications that are on no
 * list, at a stage from which the move is allowed. It adds none when the number of matches is not `expected`.
 * When two officers choose the same application at once, it goes to the list of the officer who locks it
 * first.
 */
// The statement has these parts. `matched` are the chosen applications, and `counted` their number. `movable`
// are those that may be added, and `taken` those that were added. `added`, `contributed` and `grown` store
// the change. The result is one row of counts.
export const addEntries = (tx: Tx, adding: EntryChange) =>
  tx.row<EntryCounts>(sql`
    with matched as materialized (select facts.application_id, facts.list_id from application_facts facts where facts.job_id = ${adding.jobId} and (${adding.condition})),
    counted as (select count(*)::int as total, (count(*) filter (where list_id = ${adding.listId}))::int as here from matched),
    movable as (
      select facts.application_id, facts.stage from application_facts facts join matched on matched.application_id = facts.application_id
      where facts.list_id is null and facts.stage = any(${adding.sources}::int[]) and (${adding.expected}::int is null or ${adding.expected} = (select total from counted))
      order by facts.application_id for no key update of facts),
    taken as (
      update application_facts facts set list_id = ${adding.listId}::bigint from movable where facts.application_id = movable.application_id
      returning facts.application_id, facts.stage),
    added as (insert into decision_entries (list_id, application_id, reason_id) select ${adding.listId}::bigint, application_id, ${adding.reason}::bigint from taken),
    contributed as (
      insert into decision_contributors (list_id, staff_id) select ${adding.listId}::bigint, ${adding.by}::bigint where exists (select from taken)
      on conflict do nothing),
    grown as (
      update decisions set size = size + (select count(*) from taken), updated_at = ${adding.now},
        needs_second = needs_second
          or exists (select from taken where stage = any(${adding.sourcesForTwo}::int[]))
      where id = ${adding.listId})
    select total as matched, here, (select count(*) from taken)::int as changed from counted`)

/**
 * Removes matching applications from a list that the caller has locked. If the number of matches is not
 * `expected`, it removes none.
 */
// `matched` and `counted` are as in `addEntries`. `removed` are the deleted entries. `contributed`, `freed`
// and `shrunk` store the rest of the change.
export const removeEntries = (tx: Tx, removal: Omit<EntryChange, 'sources' | 'sourcesForTwo' | 'reason'>) =>
  tx.row<EntryCounts>(sql`
    with matched as materialized (select facts.application_id from application_facts facts where facts.job_id = ${removal.jobId} and (${removal.condition})),
    counted as (select count(*)::int as total from matched),
    removed as (
      delete from decision_entries entry using matched
      where entry.list_id = ${removal.listId} and entry.application_id = matched.application_id
        and (${removal.expected}::int is null or ${removal.expected} = (select total from counted))
      returning entry.application_id),
    contributed as (
      insert into decision_contributors (list_id, staff_id) select ${removal.listId}::bigint, ${removal.by}::bigint where exists (select from removed)
      on conflict do nothing),
    freed as (
      update application_facts facts set list_id = null from removed where facts.application_id = removed.application_id and facts.list_id = ${removal.listId}),
    shrunk as (update decisions set size = size - (select count(*) from removed), updated_at = ${removal.now} where id = ${removal.listId})
    select total as matched, 0 as here, (select count(*) from removed)::int as changed from counted`)

/**
 * Stores again whether a draft list needs a second officer, for the entries that are on it now. `to` is the
 * list's stage. Call it after entries were removed.
 */
export const updateNeedsSecond = (tx: Tx, listId: number, to: Stage) => {
  const sourcesForTwo = sourcesOf(to).filter((from) => needsSecond(to, from))
  return tx.run(sql`
    update decisions set needs_second = ${needsSecond(to)}::boolean or exists (
      select from decision_entries entry join application_facts facts on facts.application_id = entry.application_id
      where entry.list_id = ${listId} and facts.stage = any(${sourcesForTwo.map(stageNumber)}::int[]))
    where id = ${listId}`)
}

/**
 * Removes the entries of applications that left the list while it was proposed. They were corrected or
 * withdrawn, so their facts do not name the list any more. The database allows this only in a draft list.
 */
export const removeLeftEntries = (tx: Tx, listId: number) =>
  tx.run(sql`
    with removed as (
      delete from decision_entries entry
      where list_id = ${listId} and not exists (
        select from application_facts facts where facts.application_id = entry.application_id and facts.list_id = entry.list_id)
      returning entry.application_id)
    update decisions set size = size - (select count(*) from removed) where id = ${listId}`)

/**
 * Writes each entry's number on the reserve list of its place. `numbers` gives application_id, reserve_number
 * and reserve_place.
 */
export const setReserveNumbers = (tx: Tx, listId: number, numbers: Sql) =>
  tx.run(sql`
    update decision_entries entry set reserve_number = numbered.reserve_number, reserve_place = numbered.reserve_place
    from (${numbers}) numbered where entry.list_id = ${listId} and entry.application_id = numbered.application_id`)

/** How many applications of the job match the condition. */
export const countMatches = async (tx: Tx, jobId: number, condition: Sql) =>
  (
    await tx.row<{ count: number }>(
      sql`select count(*)::int as count from application_facts facts where facts.job_id = ${jobId} and (${condition})`,
    )
  )?.count ?? 0

/**
 * How many applications on the list a published selection chose without an officer having accepted their
 * documents.
 */
export const countUnchecked = async (tx: Tx, listId: number) =>
  (
    await tx.row<{ count: number }>(sql`
      select count(*)::int as count from decision_entries entry
      where entry.list_id = ${listId} and exists (
        select from selection_results result join selection_runs run on run.id = result.run_id
        where result.application_id = entry.application_id and result.result <> 'not_taken' and run.state = 'published'
          and not exists (select from selection_checks checks
            where checks.selection_id = run.selection_id and checks.application_id = entry.application_id and checks.passed))`)
  )?.count ?? 0

/**
 * How many applications on the list a selection is choosing among: its facts are frozen, and it has no
 * published result.
 */
export const countInSelection = async (tx: Tx, listId: number) =>
  (
    await tx.row<{ count: number }>(sql`
      select count(*)::int as count from decision_entries entry
      where entry.list_id = ${listId} and exists (
        select from selection_people person join selections selection on selection.id = person.selection_id
        where person.application_id = entry.application_id and selection.state in ('frozen', 'drawn', 'computed'))`)
  )?.count ?? 0

/** Frees the list's applications for other lists. Its entries stay, to show what officers decided. */
export const closeEntries = async (tx: Tx, listId: number) => {
  await tx.run(sql`update decision_entries set is_open = false where list_id = ${listId} and is_open`)
  await tx.run(sql`update application_facts set list_id = null where list_id = ${listId}`)
}

/**
 * One row for each stage of the applications on the list. `without_reason`: some entry has no reason of its
 * own. `outside`: the officer may not see some of the applications. `visible` is a condition on
 * `application_facts facts` that selects what the officer may see.
 */
export const surveyEntries = (tx: Tx, listId: number, visible: Sql) =>
  tx.rows<{ stage: number; without_reason: boolean; outside: boolean }>(sql`
    select facts.stage, bool_or(entry.reason_id is null) as without_reason, not bool_and(${visible}) as outside
    from decision_entries entry join application_facts facts on facts.application_id = entry.application_id
    where entry.list_id = ${listId} group by facts.stage`)

/**
 * The digest of a decision list: SHA-256 over the hash of the list's values and the hash of each entry, in
 * order of application id. Values and entries are hashed as canonical JSON. For an erased entry, the stored
 * hash is used. `log verify` computes the same from the rows.
 */
export const digestOf = async (tx: Tx, listId: number) => {
  const row = await tx.row<{ digest: Buffer }>(sql`
    with why as materialized (
      select id, '{"kind":' || to_json(kind) || ',"values":' || values || ',"words":' || to_json(words) || '}' as reason
      from decision_reasons where list_id = ${listId})
    select sha256(
      sha256(convert_to('{"early":' || to_json(list.early_reason) || ',"format":"decisions/2","job":' || list.job_id || ',"list":' || list.id || ',"reason":'
        || coalesce((select reason from why where id = list.reason_id), 'null') || ',"to":' || list.to_stage || '}', 'UTF8'))
      || coalesce((
        select string_agg(coalesce(entry.erased_hash, sha256(convert_to('{"application":' || application_id
          || coalesce(',"number":' || reserve_number || ',"place":' || to_json(reserve_place), '') || ',"reason":' || coalesce(why.reason, 'null') || '}', 'UTF8'))), ''
          order by application_id)
        from decision_entries entry left join why on why.id = entry.reason_id where entry.list_id = ${listId}), '')) as digest
    from decisions list where list.id = ${listId}`)
  // The list exists, so there is always a row. The empty buffer is only for the type.
  return row?.digest ?? Buffer.alloc(0)
}

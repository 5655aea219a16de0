import { CEREMONY } from '#contract/selection-ceremony/words.ts'
import type { SelectionState } from '#contract/selection-ceremony/endpoints.ts'
import type { SelectionRule } from '#contract/selection-rules/rule.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

export type SelectionRow = {
  id: number
  job_id: number
  job_reference: string
  job_title: string
  job_is_public: boolean
  job_deadline: Date | null
  state: SelectionState
  rule: SelectionRule
  rule_digest: Buffer
  proposed_by: number
  proposed_by_name: string
  /** The next three fields are null until the pool is frozen. */
  approved_by: number | null
  approved_by_name: string | null
  frozen_at: Date | null
  /** The next two fields are null until the pool is built. */
  pool_root: Buffer | null
  pool_count: number | null
  round: number
  round_at: Date
  /** The officer who asks to abandon the selection; null when no officer does. */
  end_asked_by: number | null
  end_reason: string
  /** The round that one officer typed instead of the named one, and who did; null when no officer did. */
  later_round: number | null
  later_round_by: number | null
}

/** Selections with job, rule and officers, newest first. `condition` is SQL on `selections selection`. */
const selectSelections = (tx: Tx, condition: Sql, limit: number) =>
  tx.rows<SelectionRow>(sql`
    select selection.id, selection.job_id, jobs.reference as job_reference, jobs.title as job_title, jobs.is_active as job_is_public,
      jobs.expiry_date as job_deadline, selection.state, rule.document::jsonb as rule, rule.digest as rule_digest, selection.proposed_by, proposer.name as proposed_by_name,
      selection.approved_by, approver.name as approved_by_name, selection.frozen_at, selection.pool_root, selection.pool_count,
      selection.round::float8 as round, selection.round_at, selection.end_asked_by, selection.end_reason,
      selection.later_round::float8 as later_round, selection.later_round_by
    from selections selection
    join jobs on jobs.id = selection.job_id
    join selection_rules rule on rule.id = selection.rule_id
    join staff proposer on proposer.id = selection.proposed_by
    left join staff approver on approver.id = selection.approved_by
    where ${condition} order by selection.id desc limit ${limit}`)

/** The newest selection of a job. All earlier selections of the job were abandoned or failed. */
export const findSelection = async (tx: Tx, jobId: number) =>
  (await selectSelections(tx, sql`selection.job_id = ${jobId}`, 1))[0]

export const findSelectionById = async (tx: Tx, id: number) =>
  (await selectSelections(tx, sql`selection.id = ${id}`, 1))[0]

/** Finds a selection as `findSelectionById` does, and locks it until the transaction ends. */
export const lockSelectionById = async (tx: Tx, id: number) => {
  await tx.row(sql`select id from selections where id = ${id} for no key update`)
  return findSelectionById(tx, id)
}

const MOST_AWAITED = 20
/** The due rounds of the randomness beacon for which a frozen selection waits at the time `now`. */
export const findAwaitedRounds = (tx: Tx, now: Date) =>
  tx.rows<{ id: number; chain: string; round: number }>(sql`
    select selection.id, rule.document::jsonb -> 'beacon' ->> 'hash' as chain, selection.round::float8 as round
    from selections selection join selection_rules rule on rule.id = selection.rule_id
    where selection.state = 'frozen' and selection.round_at <= ${now} order by selection.round_at, selection.id limit ${MOST_AWAITED}`)

/** Finds a job's selection as `findSelection` does, and locks it until the transaction ends. */
export const lockSelection = async (tx: Tx, jobId: number) => {
  await tx.row(
    sql`select id from selections where job_id = ${jobId} order by id desc limit 1 for no key update`,
  )
  return findSelection(tx, jobId)
}

const MOST_PUBLIC = 20
/**
 * The selections that everyone may see: the pool is frozen, so the job was public. Archiving the job does not
 * hide them.
 */
export const findPublicSelections = (tx: Tx, jobId: number) =>
  selectSelections(tx, sql`selection.job_id = ${jobId} and selection.frozen_at is not null`, MOST_PUBLIC)

/** The last public selection of each job, newest first. */
export const listPublicSelections = (tx: Tx) =>
  tx.rows<{ id: number; reference: string; title: string; state: SelectionState; round_at: Date }>(sql`
    select jobs.id, jobs.reference, jobs.title, selection.state, selection.round_at
    from selections selection join jobs on jobs.id = selection.job_id
    where selection.frozen_at is not null
      and not exists (select from selections later where later.job_id = selection.job_id and later.id > selection.id and later.frozen_at is not null)
    order by selection.id desc limit ${CEREMONY.mostListed}`)

export type ObserverRow = { position: number; name: string; commitment: Buffer; reveal: string | null }
export const findObservers = (tx: Tx, selectionId: number) =>
  tx.rows<ObserverRow>(sql`
    select position, name, commitment, reveal from selection_observers where selection_id = ${selectionId} order by position limit 5`)

export type DocumentRow = {
  kind: string
  digest: Buffer
  at: Date
  content: Record<string, unknown>
  /** When a published checkpoint first had this document; null before. */
  published_at: Date | null
}
const MOST_STEPS = 500
const MOST_CHANGES = 200
/** The documents of changes of the pool: there may be thousands. */
const CHANGES = ['selection_correction', 'selection_gone']
/**
 * The ceremony's documents in the order in which the public log has them. Of the changes of the pool, only
 * the newest are among them. So changes never hide the result of a later run.
 */
export const findDocuments = (tx: Tx, selectionId: number) =>
  tx.rows<DocumentRow>(sql`
    with document as (
      (select kind, digest, at, content, published_at from selection_events
        where selection_id = ${selectionId} and kind <> all(${CHANGES}::text[]) order by at limit ${MOST_STEPS})
      union all
      (select kind, digest, at, content, published_at from selection_events
        where selection_id = ${selectionId} and kind = any(${CHANGES}::text[]) order by at desc limit ${MOST_CHANGES}))
    select document.* from document join log_events event on event.digest = document.digest order by event.id`)

export const insertDocument = (
  tx: Tx,
  selectionId: number,
  values: { kind: string; text: string; digest: Buffer; now: Date },
) =>
  tx.run(sql`
    insert into selection_events (selection_id, kind, content, digest, at)
    values (${selectionId}, ${values.kind}, ${values.text}::jsonb, ${values.digest}, ${values.now})`)

const MOST_RESULTS = 100
/** The published results. `units` says how many units each has. */
export const findPublishedRuns = (tx: Tx, selectionId: number) =>
  tx.rows<{ run: number; published_at: Date; units: number }>(sql`
    select number as run, published_at, coalesce(jsonb_array_length(units), 0) as units
    from selection_runs where selection_id = ${selectionId} and state = 'published' order by number limit ${MOST_RESULTS}`)

/**
 * Locks the job of a new selection, with its approved rule. `deadline` is null for a job that is not public
 * yet.
 */
export const lockJobWithRule = async (tx: Tx, jobId: number) => {
  await tx.row(sql`select id from jobs where id = ${jobId} for update`)
  return tx.row<{
    id: number
    deadline: Date | null
    rule_id: number | null
    rule: SelectionRule | null
  }>(sql`
    select jobs.id, case when is_active or (jobs.state <> 'draft' and publish_at is null) then expiry_date end as deadline, rule.id as rule_id, rule.document::jsonb as rule
    from jobs left join selection_rules rule on rule.job_id = jobs.id and rule.state = 'approved' where jobs.id = ${jobId}`)
}

type NewSelection = {
  jobId: number
  ruleId: number
  round: number
  roundAt: Date
  by: number
  now: Date
  observers: { name: string; commitment: Buffer }[]
}

/** The index `selections_alive` allows a job one selection that was not abandoned and did not fail. */
export async function insertSelection(tx: Tx, values: NewSelection): Promise<void> {
  const row = await tx.row<{ id: number }>(sql`
    insert into selections (job_id, rule_id, state, round, round_at, proposed_by, proposed_at)
    values (${values.jobId}, ${values.ruleId}, 'proposed', ${values.round}, ${values.roundAt}, ${values.by}, ${values.now}) returning id`)
  // The insert above always returns a row, so the id 0 below is never used.
  for (const [index, { name, commitment }] of values.observers.entries())
    await tx.run(sql`
      insert into selection_observers (selection_id, position, name, commitment) values (${row?.id ?? 0}, ${index + 1}, ${name}, ${commitment})`)
}

/** Deletes a proposal whose pool was never frozen: no one outside the office has seen it. */
export async function deleteProposal(tx: Tx, id: number): Promise<void> {
  await tx.run(sql`delete from selection_people where selection_id = ${id}`)
  await tx.run(sql`delete from selection_pool_nodes where selection_id = ${id}`)
  await tx.run(sql`delete from selection_observers where selection_id = ${id}`)
  await tx.run(sql`delete from selections where id = ${id} and state = 'proposed'`)
}

export const freezeSelection = (tx: Tx, id: number, values: { by: number; now: Date }) =>
  tx.run(sql`
    update selections set state = 'frozen', approved_by = ${values.by}, frozen_at = ${values.now} where id = ${id} and state = 'proposed'`)

/** The dice throws, as each of two officers typed them. */
export const findDice = (tx: Tx, selectionId: number) =>
  tx.rows<{ staff_id: number; dice: string }>(
    sql`select staff_id, dice from selection_dice where selection_id = ${selectionId} limit 2`,
  )
export const insertDice = (tx: Tx, id: number, values: { by: number; dice: string; now: Date }) =>
  tx.run(sql`
    insert into selection_dice (selection_id, staff_id, dice, typed_at) values (${id}, ${values.by}, ${values.dice}, ${values.now})`)
export const deleteDice = (tx: Tx, id: number) =>
  tx.run(sql`delete from selection_dice where selection_id = ${id}`)

export const setReveal = (tx: Tx, id: number, { position, reveal }: { position: number; reveal: string }) =>
  tx.run(sql`
    update selection_observers set reveal = ${reveal} where selection_id = ${id} and position = ${position} and reveal is null`)

/** Notes the round that one officer typed instead of the named one. It replaces an earlier such round. */
export const setLaterRound = (tx: Tx, id: number, values: { round: number; by: number }) =>
  tx.run(
    sql`update selections set later_round = ${values.round}, later_round_by = ${values.by} where id = ${id} and state = 'frozen'`,
  )

/** Marks the selection as drawn, and inserts its first run. A worker then computes the run. */
export async function drawSelection(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.run(sql`update selections set state = 'drawn' where id = ${id} and state = 'frozen'`)
  await tx.run(
    sql`insert into selection_runs (selection_id, number, state, started_at) values (${id}, 1, 'running', ${now})`,
  )
}

/** Notes which officer asks to abandon the selection; null when the portal itself ends it. */
export const askEnd = (tx: Tx, id: number, values: { by: number | null; reason: string }) =>
  tx.run(
    sql`update selections set end_asked_by = ${values.by}, end_reason = ${values.reason} where id = ${id}`,
  )

export const endSelection = (
  tx: Tx,
  id: number,
  values: { state: 'abandoned' | 'failed'; by: number | null },
) => tx.run(sql`update selections set state = ${values.state}, ended_by = ${values.by} where id = ${id}`)

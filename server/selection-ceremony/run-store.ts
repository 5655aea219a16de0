import { sql, type Tx } from '../database/connect.ts'

/** A computation of a selection, numbered from 1, whose result is not stored yet. */
export type WaitingRun = { id: number; selection_id: number; number: number }

/** One attempt to store the result of a run; only the last attempt may write. */
type RunAttempt = { id: number; attempt: number }

/** Starts an attempt to store a result. An earlier attempt may still run, but can no longer write. */
export const beginResult = (tx: Tx, { id }: WaitingRun) =>
  tx.row<RunAttempt>(sql`
    update selection_runs set result_attempts = result_attempts + 1 where id = ${id} and state = 'running'
    returning id, result_attempts as attempt`)

/** Locks the run until the transaction ends. False when its result is stored, or a later attempt started. */
export const lockResult = async (tx: Tx, { id, attempt }: RunAttempt) =>
  (await tx.row(sql`
    select from selection_runs where id = ${id} and state = 'running' and result_attempts = ${attempt} for no key update`)) !==
  undefined

/** Deletes at most `most` lines of a result. Returns how many it deleted. */
export const deleteLines = (tx: Tx, id: number, most: number) =>
  tx.run(sql`
    delete from selection_results where run_id = ${id}
      and application_id in (select application_id from selection_results where run_id = ${id} limit ${most})`)

export const countLines = async (tx: Tx, { id }: WaitingRun) =>
  (
    await tx.row<{ count: number }>(
      sql`select count(*)::int as count from selection_results where run_id = ${id}`,
    )
  )?.count ?? 0

export const findWaitingRun = (tx: Tx, exceptIds: number[]) =>
  tx.row<WaitingRun>(sql`
    select id, selection_id, number from selection_runs where state = 'running' and id <> all(${exceptIds}::bigint[])
    order by id limit 1`)

/**
 * Stores lines of a selection's result, each as JSON. A person whom the rule refused gets `closing_rank`: the
 * rank of the first refused person with the same place, gender and disability. `closings` lists these first
 * people as JSON, at least for the places of the lines.
 */
export const insertLines = (tx: Tx, run: WaitingRun, lines: string[], closings: string) =>
  tx.run(sql`
    insert into selection_results (run_id, application_id, leaf, unit, place, points, rank, place_rank, lot, result, reason, closing_rank)
    select ${run.id}, person.application_id, person.leaf, line.unit, line.place, line.points, line.rank, line."placeRank", decode(line.lot, 'hex'),
      line.result, line.reason, case when line.reason = 'rule' then closing.rank end
    from json_to_recordset(${`[${lines.join(',')}]`}::json)
      line(leaf text, lot text, unit text, place text, points int, rank int, "placeRank" int, result text, reason text)
    join selection_people person on person.selection_id = ${run.selection_id} and person.leaf = decode(line.leaf, 'hex')
    left join json_to_recordset(${closings}::json) closing(unit text, place text, gender text, disability boolean, rank int)
      on closing.unit = line.unit and closing.place = line.place and closing.gender = person.gender and closing.disability = person.is_pwd`)

/** Counts the people of a result by place and points. Everyone may read these counts, without the lines. */
export const insertSums = (tx: Tx, { id }: Pick<WaitingRun, 'id'>) =>
  tx.run(sql`
    insert into selection_sums (run_id, unit, place, points, taken, reserve, not_taken)
    select run_id, unit, place, points, count(*) filter (where result = 'taken'), count(*) filter (where result = 'reserve'),
      count(*) filter (where result = 'not_taken')
    from selection_results where run_id = ${id} group by run_id, unit, place, points`)

export async function finishRun(
  tx: Tx,
  run: WaitingRun,
  values: { packDigest: Buffer; resultDigest: Buffer; units: string; now: Date },
): Promise<void> {
  await tx.run(sql`
    update selection_runs set state = 'computed', finished_at = ${values.now}, pack_digest = ${values.packDigest},
      result_digest = ${values.resultDigest}, units = ${values.units}::jsonb where id = ${run.id}`)
  // While the result of an earlier run is in force, the selection stays published.
  await tx.run(
    sql`update selections set state = 'computed' where id = ${run.selection_id} and state <> 'published'`,
  )
  await insertSums(tx, run)
}

/** Ends a run as failed. Returns its job; undefined when the run has ended already. */
export const endRefusedRun = (tx: Tx, { id }: WaitingRun, now: Date) =>
  tx.row<{ job_id: number }>(sql`
    update selection_runs run set state = 'failed', finished_at = ${now} from selections
    where run.id = ${id} and run.state = 'running' and selections.id = run.selection_id returning selections.job_id`)

/**
 * Stores which documents a checkpoint has by now. The transaction of a checkpoint stores this too. So this
 * changes only documents whose checkpoint was written by a process of an older version of the portal.
 */
export const notePublished = (tx: Tx, now: Date) =>
  tx.run(sql`
    update selection_events document set published_at = ${now}
    where published_at is null and exists (
      select from log_events event join log_leaves leaf on leaf.event = event.id
      where event.digest = document.digest and leaf.index < (select max(size) from log_checkpoints))`)

/**
 * Finds and locks a frozen selection whose beacon round has come, but whose dice were not published in time.
 */
export const takeOverdue = (
  tx: Tx,
  { now, diceMinutesBeforeRound }: { now: Date; diceMinutesBeforeRound: number },
) =>
  tx.row<{ id: number; job_id: number; pool_root: Buffer }>(sql`
    select id, job_id, pool_root from selections
    where state = 'frozen' and round_at < ${now} and not exists (
      select from selection_events document where document.selection_id = selections.id and document.kind = 'selection_dice'
        and document.published_at <= round_at - make_interval(mins => ${diceMinutesBeforeRound}))
    order by id limit 1 for update skip locked`)

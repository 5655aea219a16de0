import { sql, type Tx } from '../database/connect.ts'

/** A computation of a selection, numbered from 1, whose result is not stored yet. */
export type WaitingRun = { id: number; selection_id: number; number: number }

/** One attempt to store the result of a run; the last one counts. */
export type RunAttempt = { id: number; attempt: number }

/** Starts an attempt. The process of an earlier one may still run, but it can no longer write. */
export const beginResult = (tx: Tx, { id }: WaitingRun) =>
  tx.row<RunAttempt>(sql`
    update selection_runs set result_attempts = result_attempts + 1 where id = ${id} and state = 'running'
    returning id, result_attempts as attempt`)

/** Locks the run until the transaction ends. False when it is stored, or a later attempt has started. */
export const lockResult = async (tx: Tx, { id, attempt }: RunAttempt) =>
  (await tx.row(sql`
    select from selection_runs where id = ${id} and state = 'running' and result_attempts = ${attempt} for no key update`)) !==
  undefined

/** Deletes lines of a result, at most so many. Returns how many there were. */
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

export const findWaitingRun = (tx: Tx) =>
  tx.row<WaitingRun>(
    sql`select id, selection_id, number from selection_runs where state = 'running' order by id limit 1`,
  )

/**
 * Stores lines of a result, each a text of JSON. A person refused by the rule gets `closing_rank`: the rank
 * of the first person of their place, gender and disability whom the rule refused.
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

/** Counts people by place and points: what everyone may read of a result without its lines. */
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
  await tx.run(sql`update selections set state = 'computed' where id = ${run.selection_id}`)
  await insertSums(tx, run)
}

/** Notes which documents are in a checkpoint by now. Dice and reveals must be in one in time to count. */
export const notePublished = (tx: Tx, now: Date) =>
  tx.run(sql`
    update selection_events document set published_at = ${now}
    where published_at is null and exists (
      select from log_events event join log_leaves leaf on leaf.event = event.id
      where event.digest = document.digest and leaf.index < (select max(size) from log_checkpoints))`)

/** A frozen selection whose round has come, but whose dice were not published in time. Locked. */
export const takeOverdue = (tx: Tx, { now, leastMinutes }: { now: Date; leastMinutes: number }) =>
  tx.row<{ id: number; job_id: number; pool_root: Buffer }>(sql`
    select id, job_id, pool_root from selections
    where state = 'frozen' and round_at < ${now} and not exists (
      select from selection_events document where document.selection_id = selections.id and document.kind = 'selection_dice'
        and document.published_at <= round_at - make_interval(mins => ${leastMinutes}))
    order by id limit 1 for update skip locked`)

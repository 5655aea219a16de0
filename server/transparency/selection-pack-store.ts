import type { Gender, Rule } from '../selection/pack.ts'
import { sql, type Db, type Tx } from '../database/connect.ts'

/** The first page starts after these empty bytes, which sort before each leaf. */
const BEFORE_ALL_LEAVES = Buffer.alloc(0)

/** The rule and the seed of a selection, which are the same for all its runs. */
export const findRuleAndSeed = (tx: Tx, runId: number) =>
  tx.row<{ rule: Rule; seed: string }>(sql`
    select rule.document::jsonb as rule, seed.content ->> 'seed' as seed
    from selection_runs run join selections selection on selection.id = run.selection_id join selection_rules rule on rule.id = selection.rule_id
    join selection_events seed on seed.selection_id = selection.id and seed.kind = 'selection_seed'
    where run.id = ${runId}`)

/** The people who no longer took part when the run started, by leaf (a digest instead of a name). */
export const findGoneLeaves = (db: Db, runId: number, after: Buffer | undefined, limit: number) =>
  db.rows<{ leaf: Buffer }>(sql`
    select change.leaf from selection_runs run join selection_changes change on change.selection_id = run.selection_id
    where run.id = ${runId} and change.kind = 'gone' and change.approved and change.decided_at < run.started_at
      and change.leaf > ${after ?? BEFORE_ALL_LEAVES}::bytea
    order by change.leaf limit ${limit}`)

/** The people who keep their seat in this run of the selection, by leaf. */
export const findHeldLeaves = (db: Db, runId: number, after: Buffer | undefined, limit: number) =>
  db.rows<{ leaf: Buffer }>(sql`
    select leaf from selection_held where run_id = ${runId} and leaf > ${after ?? BEFORE_ALL_LEAVES}::bytea order by leaf limit ${limit}`)

type PoolRow = {
  leaf: Buffer
  unit: string
  place: string
  points: number
  gender: Gender
  disability: boolean
}
/**
 * The people of the pool in the order of their leaves, with their points as corrected before the run started.
 */
export const findPoolOf = (tx: Tx, runId: number, after: Buffer | undefined, limit: number) =>
  // The page is cut before the join: otherwise each page would read the whole pool.
  tx.rows<PoolRow>(sql`
    with run as materialized (select selection_id, started_at from selection_runs where id = ${runId}),
    page as materialized (
      select leaf, application_id, unit, place, points, gender, is_pwd as disability from selection_people
      where selection_id = (select selection_id from run) and leaf > ${after ?? BEFORE_ALL_LEAVES}::bytea order by leaf limit ${limit})
    select page.leaf, page.unit, page.place, coalesce(corrected.points, page.points) as points, page.gender, page.disability
    from page left join lateral (
      select change.points from run join selection_changes change on change.selection_id = run.selection_id
      where change.application_id = page.application_id and change.kind = 'points' and change.approved and change.decided_at < run.started_at
      order by change.id desc limit 1) corrected on true
    order by page.leaf`)

import type { Rule } from '../selection/pack.ts'
import { sql, type Db, type Tx } from '../database/connect.ts'

export type PublishedRunRow = {
  id: number
  rule: Rule
  /** The canonical bytes of the rule's document `selection-rule/1`. Their digest is a part of the seed. */
  rule_text: string
  /** The document of the seed: the seed, and the parts from which it is computed. */
  seed: Record<string, unknown>
  /** `closings`: for each kind of people, the place and rank where the rule first refused one. */
  units: { unit: string; closings: { place: string; rank: number }[] }[]
}

/** Finds a published run of a job's selection, also when the job is archived. */
export const findPublishedRun = (tx: Tx, jobId: number, number: number) =>
  tx.row<PublishedRunRow>(sql`
    select run.id, rule.document::jsonb as rule, rule.document as rule_text, seed.content as seed, coalesce(run.units, '[]') as units
    from selections selection join selection_runs run on run.selection_id = selection.id
    join selection_rules rule on rule.id = selection.rule_id
    join selection_events seed on seed.selection_id = selection.id and seed.kind = 'selection_seed'
    where selection.job_id = ${jobId} and run.number = ${number} and run.state = 'published'`)

type LineRow = { rank: number; points: number; lot: Buffer; leaf: Buffer; place: string; result: string }
/** The people of a unit in order of merit, starting above the rank `after`. */
export const findLines = (db: Db, run: { id: number; unit: string; after: number }, limit: number) =>
  db.rows<LineRow>(sql`
    select rank, points, lot, leaf, place, result from selection_results
    where run_id = ${run.id} and unit = ${run.unit} and rank > ${run.after} order by rank limit ${limit}`)

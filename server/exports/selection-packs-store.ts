import { EXPORTS } from '#contract/exports/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/**
 * A request for a pack, which a second officer must approve. The pack is a file with all that a run of a
 * selection was computed from, for auditors and courts.
 */
export type PackRow = {
  id: number
  run_id: number
  job_id: number
  job_reference: string
  /** The number of the selection's run; the first is 1. */
  run: number
  /** How many people are in the pool of the selection. */
  people: number
  /** SHA-256 of the pack's bytes. */
  pack_digest: Buffer
  /** SHA-256 of the result of the selection's run. */
  result_digest: Buffer
  reason: string
  requested_by: number
  requested_by_name: string
  requested_at: Date
  // The decision on the request: these four are null until then.
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  approved: boolean | null
  /** What the second officer wrote; '' when they wrote nothing. */
  note: string
  /** Until when a waiting request can be decided, or an approved pack downloaded. */
  ends_at: Date
  downloads: number
}

/** Requests for packs, newest first. `condition` is on `selection_packs pack` and `selections selection`. */
const selectPacks = (tx: Tx, condition: Sql) =>
  tx.rows<PackRow>(sql`
    select pack.id, pack.run_id, selection.job_id, jobs.reference as job_reference, run.number as run, run.pack_digest, run.result_digest,
      (select count(*)::int from selection_people where selection_id = selection.id) as people, pack.reason, pack.requested_by,
      asker.name as requested_by_name, pack.requested_at, pack.decided_by, decider.name as decided_by_name, pack.decided_at, pack.approved,
      pack.note, pack.ends_at, pack.downloads
    from selection_packs pack join selection_runs run on run.id = pack.run_id join selections selection on selection.id = run.selection_id
    join jobs on jobs.id = selection.job_id
    join staff asker on asker.id = pack.requested_by left join staff decider on decider.id = pack.decided_by
    where ${condition} order by pack.id desc limit ${EXPORTS.requestsShown}`)

export const findPacks = (tx: Tx, jobId: number) => selectPacks(tx, sql`selection.job_id = ${jobId}`)

export const findPack = async (tx: Tx, jobId: number, id: number) =>
  (await selectPacks(tx, sql`pack.id = ${id} and selection.job_id = ${jobId}`))[0]

/** Reads a request like `findPack` and locks it. So two calls decide or download one after the other. */
export const lockPack = async (tx: Tx, jobId: number, id: number) => {
  await tx.row(sql`select id from selection_packs where id = ${id} for no key update`)
  return findPack(tx, jobId, id)
}

/**
 * Requests the pack of a computed run: the one with the number `run`, or the last published, or the last.
 * Undefined when no such run is computed.
 */
export const insertPack = async (
  tx: Tx,
  request: { jobId: number; run: number | null; reason: string; by: number; now: Date; endsAt: Date },
) => {
  const row = await tx.row<{ id: number }>(sql`
    insert into selection_packs (run_id, reason, requested_by, requested_at, ends_at)
    select run.id, ${request.reason}, ${request.by}, ${request.now}, ${request.endsAt}
    from selections selection join selection_runs run on run.selection_id = selection.id
    where selection.job_id = ${request.jobId} and run.state in ('computed', 'published') and coalesce(run.number = ${request.run}::int, true)
    order by run.state = 'published' desc, selection.id desc, run.number desc limit 1 returning id`)
  return row?.id
}

/** The constraint `selection_packs_second_person` refuses an approval by the officer who asked. */
export const decidePack = (
  tx: Tx,
  id: number,
  values: { by: number; approved: boolean; note: string; endsAt: Date; now: Date },
) =>
  tx.run(sql`
    update selection_packs set decided_by = ${values.by}, decided_at = ${values.now}, approved = ${values.approved}, note = ${values.note},
      ends_at = ${values.endsAt}
    where id = ${id}`)

export const countPackDownload = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`update selection_packs set downloads = downloads + 1, downloaded_at = ${now} where id = ${id}`)

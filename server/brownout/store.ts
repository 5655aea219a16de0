import { FROM_LEVEL, type Level } from '#contract/last-hour/brownout.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { NodeLoad } from './node-load.ts'

/** The one row of the table: the level, the mark of the waiting line, and who may change them. */
export type BrownoutRow = {
  level: Level
  by_hand: boolean
  /** When the present level was set; null when the level has never changed. */
  level_at: Date | null
  /** The mark of the line: everyone who joined before it may enter. Null without a line. */
  line_until: Date | null
  /** The pace of the line: by how many seconds `line_until` moves in a second. */
  line_pace: number
  /** How many people may enter from the line in a second. */
  line_rate: number
  /** The id of the process that may change the row until `mover_until`. Null when no process may. */
  mover: string | null
  mover_until: Date | null
  /** Increases with each change of the level, and when an officer takes it over or gives it back. */
  version: number
  /** The load of all processes seen within `NODE_ALIVE_MS`. `readRow` leaves out this process. */
  nodes: NodeLoad[]
}

/** A process that has not reported for this long counts as stopped. */
const NODE_ALIVE_MS = 15_000

/** A process of the portal: `name` is that of its machine, `version` that of its code. */
type NodeRow = { id: string; name: string; version: string }

/** Reports in one statement that this process lives and how busy it is, and reads the row. */
export const reportAndRead = (tx: Tx, { id: processId, name, version }: NodeRow, load: NodeLoad, now: Date) =>
  tx.row<BrownoutRow>(sql`
    with reported as (
      insert into nodes (id, seen_at, load, name, version)
      values (${processId}::uuid, ${now}::timestamptz, ${JSON.stringify(load)}::jsonb, ${name}, ${version})
      on conflict (id) do update set seen_at = excluded.seen_at, load = excluded.load
      returning load),
    others as (select load from nodes where id <> ${processId}::uuid and seen_at > ${new Date(now.getTime() - NODE_ALIVE_MS)} order by seen_at desc limit 100)
    select level, by_hand, level_at, line_until, line_pace, line_rate, mover, mover_until, version,
      (select jsonb_agg(load) from (select load from reported union all select load from others) as all_nodes) as nodes
    from brownout`)

/** Reads the row of the table `brownout` without reporting the load. */
export const readRow = (tx: Tx, processId: string, now: Date) =>
  tx.row<BrownoutRow>(sql`
    select level, by_hand, level_at, line_until, line_pace, line_rate, mover, mover_until, version,
      (select coalesce(jsonb_agg(load), '[]') from nodes where id <> ${processId}::uuid and seen_at > ${new Date(now.getTime() - NODE_ALIVE_MS)}) as nodes
    from brownout`)

/** What the mover writes: the level and its start, and the mark of the line with its pace and rate. */
type RowChange = {
  level: Level
  levelAt: Date | null
  until: Date | null
  pace: number
  rate: number
  version: number
}

/**
 * Writes the level and the line, and extends this process's lease of the row. False when another process has
 * the lease, or when the level was changed since the row was read, as `version` shows.
 */
export const moveRow = async (
  tx: Tx,
  processId: string,
  { level, levelAt, until, pace, rate, version }: RowChange,
  now: Date,
  leaseUntil: Date,
) =>
  (await tx.run(sql`
    update brownout set level = ${level}, level_at = ${levelAt}, line_until = ${until}, line_pace = ${pace}, line_rate = ${rate},
      mover = ${processId}::uuid, mover_until = ${leaseUntil}, version = version + (case when level = ${level} then 0 else 1 end)
    where version = ${version} and (mover = ${processId}::uuid or mover is null or mover_until <= ${now})`)) ===
  1

/**
 * Deletes this process's report and gives up its lease of the row. So another process need not wait for the
 * end of the lease.
 */
export const releaseRow = (tx: Tx, processId: string) =>
  tx.run(sql`
    with gone as (delete from nodes where id = ${processId}::uuid)
    update brownout set mover = null, mover_until = null where mover = ${processId}::uuid`)

/** Housekeeping: deletes the reports of processes that stopped before this time. */
export const sweepNodes = (tx: Tx, before: Date) => tx.run(sql`delete from nodes where seen_at < ${before}`)

/**
 * Sets the level that an officer chose. It stays until an officer returns the level to the controller. From
 * level 2 on the line starts at once. Returns the earlier level.
 */
export const setByHand = (
  tx: Tx,
  { level, staffId, reason }: { level: Level; staffId: number; reason: string },
  now: Date,
) =>
  tx.row<{ before: Level }>(sql`
    update brownout set level = ${level}, by_hand = true, staff_id = ${staffId}, reason = ${reason}, version = version + 1,
      level_at = case when level = ${level} then level_at else ${now} end,
      line_until = case when ${level}::int >= ${FROM_LEVEL.registrationInLine} then coalesce(line_until, ${now}) end
    returning (select level from brownout before) as before`)

/** Returns the level to the controller, which continues from it. False if no officer had set it. */
export const returnToController = async (tx: Tx) =>
  (await tx.run(
    sql`update brownout set by_hand = false, staff_id = null, reason = '', version = version + 1 where by_hand`,
  )) === 1

/** Which officer set the level, when and why. The name is null when no officer did. */
export const findByHand = (tx: Tx) =>
  tx.row<{ level_at: Date | null; name: string | null; reason: string; by_hand: boolean }>(sql`
    select level_at, staff.name, reason, by_hand from brownout left join staff on staff.id = staff_id`)

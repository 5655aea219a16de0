import { FROM_LEVEL, type Level } from '#contract/last-hour/brownout.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { NodeLoad } from './node-load.ts'

export type BrownoutRow = {
  level: Level
  by_hand: boolean
  level_at: Date | null
  line_until: Date | null
  line_pace: number
  line_rate: number
  mover: string | null
  mover_until: Date | null
  version: number
  /** The load of all processes that were seen within `NODE_ALIVE_MS`; from `readRow` without this one. */
  nodes: NodeLoad[]
}

/** A process not seen for this long is gone. */
export const NODE_ALIVE_MS = 15_000

/** A process of the portal: `name` is its machine, `version` the code that it runs. */
export type NodeRow = { id: string; name: string; version: string }

/** Reports that this process lives and how busy it is, and reads the row, in one statement. */
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

/** Reads the row between two reports. */
export const readRow = (tx: Tx, processId: string, now: Date) =>
  tx.row<BrownoutRow>(sql`
    select level, by_hand, level_at, line_until, line_pace, line_rate, mover, mover_until, version,
      (select coalesce(jsonb_agg(load), '[]') from nodes where id <> ${processId}::uuid and seen_at > ${new Date(now.getTime() - NODE_ALIVE_MS)}) as nodes
    from brownout`)

/** What the mover writes: the level and since when, and the mark of the line with its pace and rate. */
type RowChange = {
  level: Level
  levelAt: Date | null
  until: Date | null
  pace: number
  rate: number
  version: number
}

/**
 * Moves level and line, if this process is the mover or there is none. False: another process moves it, or an
 * officer has set the level since it was read.
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

/** Gives the row up at once, so that another process moves it without waiting for the end of the lease. */
export const releaseRow = (tx: Tx, processId: string) =>
  tx.run(sql`
    with gone as (delete from nodes where id = ${processId}::uuid)
    update brownout set mover = null, mover_until = null where mover = ${processId}::uuid`)

export const sweepNodes = (tx: Tx, before: Date) => tx.run(sql`delete from nodes where seen_at < ${before}`)

/** An officer's level stays until an officer gives it back; from level 2 the line starts at once. */
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

/** The level stays as it is; the controller moves it from here. False when it was not set by hand. */
export const returnToController = async (tx: Tx) =>
  (await tx.run(
    sql`update brownout set by_hand = false, staff_id = null, reason = '', version = version + 1 where by_hand`,
  )) === 1

export const findByHand = (tx: Tx) =>
  tx.row<{ level_at: Date | null; name: string | null; reason: string; by_hand: boolean }>(sql`
    select level_at, staff.name, reason, by_hand from brownout left join staff on staff.id = staff_id`)

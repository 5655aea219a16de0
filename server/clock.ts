import { type Db, sql } from './database/connect.ts'

const ANCHOR_EVERY_MS = 60_000

/**
 * The database's time, carried on by this process's monotonic clock and compared again every minute: a machine whose
 * own clock is wrong, or jumps, moves no deadline, session or lock (R13).
 */
export async function databaseClock(db: Db): Promise<{ now: () => Date; stop: () => void }> {
  let [time, at] = [0, 0]
  const anchor = async () => {
    const asked = performance.now()
    const row = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
    if (!row) return
    at = (asked + performance.now()) / 2
    time = row.now.getTime()
  }
  await anchor()
  // Away for a moment, the database is asked again in a minute; until then the last anchor serves.
  const timer = setInterval(() => void anchor().catch(() => {}), ANCHOR_EVERY_MS)
  timer.unref()
  return { now: () => new Date(time + (performance.now() - at)), stop: () => clearInterval(timer) }
}

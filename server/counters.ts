import { sql, type Tx } from './database/connect.ts'

// Counts events in the database, in one statement of the caller's transaction. A library such as
// rate-limiter-flexible could not do that.

/**
 * Counts one event of `key`. The first event opens a window of `seconds`. Returns the events in the window
 * and when it ends.
 */
export async function countInWindow(
  tx: Tx,
  key: string,
  seconds: number,
  now: Date,
): Promise<{ count: number; windowEnds: Date }> {
  const row = await tx.row<{ count: number; window_ends: Date }>(sql`
    insert into counters as counter (key, count, window_ends)
    values (${key}, 1, ${new Date(now.getTime() + seconds * 1_000)})
    on conflict (key) do update set
      count = case when counter.window_ends <= ${now} then 1 else counter.count + 1 end,
      window_ends = case when counter.window_ends <= ${now} then excluded.window_ends else counter.window_ends end
    returning count, window_ends`)
  // The statement always returns a row. The defaults after `??` only satisfy the type checker.
  return { count: row?.count ?? 1, windowEnds: row?.window_ends ?? now }
}

/** The windows of these keys that have not ended. */
export async function findCounters(
  tx: Tx,
  keys: string[],
  now: Date,
): Promise<Map<string, { count: number; windowEnds: Date }>> {
  const rows = await tx.rows<{ key: string; count: number; window_ends: Date }>(sql`
    select key, count, window_ends from counters where key = any(${keys}::text[]) and window_ends > ${now} limit ${keys.length}`)
  return new Map(rows.map(({ key, count, window_ends }) => [key, { count, windowEnds: window_ends }]))
}

/** Whether events of `key` are being counted in a window that has not ended. */
export const isWindowOpen = async (tx: Tx, key: string, now: Date): Promise<boolean> =>
  (await tx.row(sql`select from counters where key = ${key} and window_ends > ${now}`)) !== undefined

/** Takes back one event that was counted. */
export const uncount = (tx: Tx, key: string) =>
  tx.run(sql`update counters set count = count - 1 where key = ${key} and count > 0`)

/**
 * Waits for the check of an attempt that is already counted. If the check itself fails, for instance with
 * `busy`, the attempt is taken back.
 */
export const uncountOnFailure = <Result>(
  work: Promise<Result>,
  giveBack: () => Promise<unknown>,
): Promise<Result> =>
  work.catch(async (error: unknown) => {
    await giveBack()
    throw error
  })

export const clearCounter = (tx: Tx, key: string) => tx.run(sql`delete from counters where key = ${key}`)

/** Seconds from `now` until an instant, at least one: for Retry-After. */
export const secondsUntil = (moment: Date, now: Date) =>
  Math.max(1, Math.ceil((moment.getTime() - now.getTime()) / 1_000))

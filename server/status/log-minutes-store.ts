import type { HealthMinute } from '#contract/status/endpoints.ts'
import { sql, type Tx } from '../database/connect.ts'

/**
 * Returns true when this transaction got the lock. Until it ends, no other process writes minutes to the log.
 */
export const tryLockLogging = async (tx: Tx) =>
  (await tx.row<{ ours: boolean }>(sql`select pg_try_advisory_xact_lock(hashtext('health-minutes')) as ours`))
    ?.ours === true

/**
 * Until the transaction ends, no process changes or adds a minute. A process may write late counts when the
 * database was away for long. An entry with earlier counts would then differ from the minutes.
 */
export const lockMinutes = (tx: Tx) => tx.run(sql`lock table health_minutes in share row exclusive mode`)

/** Which of these minutes are already in the public log. A minute is given as its start in milliseconds. */
export const findLogged = async (tx: Tx, minutes: number[]): Promise<Set<number>> => {
  const rows = await tx.rows<{ at: Date }>(sql`
    select at from health_minutes where at = any(${minutes.map((minute) => new Date(minute))}::timestamptz[]) and event is not null`)
  return new Set(rows.map(({ at: minuteStart }) => minuteStart.getTime()))
}

/**
 * Stores the state of these minutes in the public log, and the `digest` of the log entry that has them. A
 * minute without a row gets one, with zero probes. `from` and `until` limit the update to one part of the
 * index.
 */
export const setLogged = (
  tx: Tx,
  minutes: HealthMinute[],
  digest: Buffer,
  { from, until }: { from: Date; until: Date },
) =>
  tx.run(sql`
    with missing as (
      insert into health_minutes (at, probing, probes, failed, accounts, succeeded, submitted, shed, stopped, state, event)
      select at, true, 0, 0, 0, 0, 0, 0, stopped, state, ${digest}::bytea
      from unnest(${minutes.map(({ at: minuteStart }) => minuteStart)}::timestamptz[], ${minutes.map(({ state }) => state)}::text[],
        ${minutes.map(({ stopped }) => stopped === true)}::boolean[]) as minutes (at, state, stopped)
      where not exists (select from health_minutes minute where minute.at = minutes.at))
    update health_minutes minute set state = minutes.state, event = ${digest}::bytea
    from unnest(${minutes.map(({ at: minuteStart }) => minuteStart)}::timestamptz[], ${minutes.map(({ state }) => state)}::text[]) as minutes (at, state)
    where minute.at = minutes.at and minute.at >= ${from} and minute.at < ${until} and minute.event is null`)

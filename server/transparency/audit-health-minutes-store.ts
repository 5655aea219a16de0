import type { LoggedMinute } from '#contract/status/health-minutes.ts'
import { sql, type Tx } from '../database/connect.ts'

/**
 * A batch of minutes about the portal's health. `first` is its first minute, `event` the digest of its log
 * event. `recorded`: the log has that event.
 */
type Batch = { first: Date; event: Buffer; minutes: LoggedMinute[]; recorded: boolean }

/**
 * The next batches of minutes in the log, by their first minutes. One row is a batch: all minutes with the
 * same log event, as the database has them now. `after` is the first minute of the last batch before. As on
 * the status page, a minute counts as stopped only when it is down and no test submit was sent.
 */
export const findMinuteBatches = (db: Tx, after: Date, count: number) =>
  db.rows<Batch>(sql`
    select min(at) as first, event, exists (select from log_events where digest = event and kind = 'minutes') as recorded,
      json_agg(json_build_object('at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'state', state, 'submitted', submitted, 'shed', shed,
        'stopped', stopped and probes = 0 and state = 'down') order by at) as minutes
    from health_minutes where event is not null group by event having min(at) > ${after} order by min(at) limit ${count}`)

export const countMinuteEvents = async (db: Tx) =>
  (await db.row<{ events: number }>(sql`select count(*) as events from log_events where kind = 'minutes'`))
    ?.events ?? 0

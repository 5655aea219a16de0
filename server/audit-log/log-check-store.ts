import type { LogCheck } from '#contract/audit-log/log-check.ts'
import { sql, type Tx } from '../database/connect.ts'

/** The last check of the public log. `number` grows with each check. */
export type LogCheckRow = Pick<LogCheck, 'counted' | 'faults' | 'told'> & {
  number: number
  began_at: Date
  /** When the process that checks last reported. */
  alive_at: Date
  /** When the check ended; null while it runs, and for good if its process was killed. */
  ended_at: Date | null
}

/**
 * Starts a check in place of the last one. Returns undefined if the last one still runs: it has reported
 * since `silentSince`. Two calls at once wait for each other at the row, so only one of them starts a check.
 */
export const startLogCheck = (tx: Tx, now: Date, silentSince: Date) =>
  tx.row<LogCheckRow>(sql`
    insert into last_log_check (began_at, alive_at) values (${now}, ${now})
    on conflict (id) do update set number = last_log_check.number + 1, began_at = excluded.began_at, alive_at = excluded.alive_at,
      ended_at = null, counted = null, faults = 0, told = '{}'
    where last_log_check.ended_at is not null or last_log_check.alive_at < ${silentSince}
    returning number, began_at, alive_at, ended_at, counted, faults, told`)

/** The last check; undefined if no officer has made one. */
export const findLogCheck = (tx: Tx) =>
  tx.row<LogCheckRow>(
    sql`select number, began_at, alive_at, ended_at, counted, faults, told from last_log_check`,
  )

/** Reports that the check still runs, or how it ended. A check that a later one replaced writes nothing. */
export const saveLogCheck = (
  tx: Tx,
  { number, counted, faults: problems, told: reported, ended_at }: Omit<LogCheckRow, 'began_at' | 'alive_at'>,
  now: Date,
) =>
  tx.run(sql`
    update last_log_check set alive_at = ${now}, ended_at = ${ended_at}, counted = ${counted && JSON.stringify(counted)}::jsonb,
      faults = ${problems}, told = ${reported}
    where number = ${number} and ended_at is null`)

import { existsSync, readFileSync } from 'node:fs'
import { quoted } from '../database/archiving.ts'
import { connect, sql } from '../database/connect.ts'
import { type Embedded, startEmbedded } from '../database/embedded.ts'
import { serverLog } from '../database/server-log.ts'
import { BackupProblem } from './encrypt.ts'
import type { Plan } from './plan.ts'

const RECOVER_WITHIN_MS = 6 * 3_600_000
/** The time limit of the one statement that checks the recovered database. */
const STATEMENT_SECONDS = 60

/** The recovered database: when its last transaction ended, and how many entries its public log has. */
export type Recovered = { embedded: Embedded; lastCommitAt: Date | undefined; logSize: number }

/**
 * Says from the database server's log why its recovery stopped. The operator may see that log: it holds no
 * values of rows.
 */
function explain(dataDir: string, { until, newestWal }: Plan): BackupProblem | undefined {
  const file = serverLog(dataDir)
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const reason = lines
    .findLast((line) => /\b(?:FATAL|PANIC):/.test(line))
    ?.replace(/^.*?(?:FATAL|PANIC): +/, '')
  if (reason === undefined) return undefined
  if (reason.includes('before configured recovery target was reached'))
    return new BackupProblem(
      `The backup ends before ${until?.toISOString()}; ${newestWal ? `its newest WAL file was archived at ${newestWal.at}` : 'it has no WAL file after the base'}.`,
      'BACKUP_INCOMPLETE',
    )
  return new BackupProblem(`PostgreSQL could not recover the backup: ${reason}`)
}

/** Checks that the recovered database has the manifest's public log, of size -1 if there was none. */
async function inspect(embedded: Embedded, { manifest }: Plan) {
  const { size, root } = manifest.log
  const db = connect(embedded.url, { connections: 1, name: 'portal-restore' })
  try {
    const found = await db
      .patient(STATEMENT_SECONDS)
      .row<{ at: Date | null; size: number | null; is_same: boolean }>(sql`
      select pg_last_xact_replay_timestamp() as at, (select max(size) from log_checkpoints) as size,
        ${size}::bigint = -1 or exists (
          select from log_checkpoints where size = ${size} and encode(root, 'base64') = ${root}) as is_same`)
    if (!found?.is_same)
      throw new BackupProblem('The restored database has another public log than the manifest of the backup.')
    return { lastCommitAt: found.at ?? undefined, logSize: found.size ?? 0 }
  } finally {
    await db.close()
  }
}

/**
 * Starts the unpacked database server of `dataDir` on the WAL in `walFolder`. Waits until all of the WAL is
 * applied, or all before the moment `until`.
 */
export async function recover(dataDir: string, walFolder: string, plan: Plan): Promise<Recovered> {
  const { until } = plan
  const settings = {
    restore_command: `cp ${quoted(walFolder)}/%f "%p"`,
    // A timeline is one history of the database. Other ones belong to other recoveries.
    recovery_target_timeline: 'current',
    // No one may connect before the WAL is applied. Then the server accepts writes.
    recovery_target_action: 'promote',
    hot_standby: 'off',
    // This server gets little memory, because a drill runs beside the portal's own database.
    shared_buffers: '128MB',
    // The moment has an offset instead of Z: the server reads it before it knows names of time zones.
    ...(until ? { recovery_target_time: until.toISOString().replace('Z', '+00') } : {}),
  }
  const embedded = await startEmbedded(dataDir, { settings, startWithinMs: RECOVER_WITHIN_MS }).catch(
    (error: unknown) => Promise.reject(explain(dataDir, plan) ?? error),
  )
  try {
    return { embedded, ...(await inspect(embedded, plan)) }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

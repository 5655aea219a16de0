import { randomBytes } from 'node:crypto'
import { openClient, serversAt } from './servers.ts'

const CONNECT_MS = 10_000

/** A session with a server whose files are copied, by PostgreSQL's functions for such tools. */
export type CopySession = {
  /** The version of PostgreSQL, such as `17.2`. */
  version: string
  /** The id of the database cluster, which all its copies share. */
  system: string
  /**
   * Announces to the server that its files will be copied. From here on, a temporary slot keeps the WAL until
   * the session closes. So the copy holds all that it needs to become consistent. `startWal` is a position in
   * the WAL, such as `0/3000028`.
   */
  start(): Promise<{ startWal: string; timeline: number }>
  /**
   * Ends the copy, at the position `stopWal` of the WAL. The returned label is a file for the copy, never for
   * the running cluster.
   */
  stop(): Promise<{ stopWal: string; label: string }>
  close(): Promise<void>
}

/**
 * Opens a session of a superuser for one copy. Undefined while another copy is being made. When the session
 * breaks, the server forgets the copy and its slot.
 */
export async function openCopySession(url: string): Promise<CopySession | undefined> {
  const client = await openClient(serversAt(url), {
    application_name: 'portal-backup',
    connectionTimeoutMillis: CONNECT_MS,
  })
  const { rows } = await client.query<{ is_free: boolean; version: string; system: string }>(
    `select pg_try_advisory_lock(hashtext('portal-backup')) as is_free,
      current_setting('server_version') as version, system_identifier::text as system from pg_control_system()`,
  )
  const [server] = rows
  if (!server?.is_free) {
    await client.end()
    return undefined
  }
  const { version, system } = server
  return {
    version,
    system,
    async start() {
      const slot = `portal_backup_${randomBytes(6).toString('hex')}`
      // The first `true` makes the server keep the WAL from now on. The second makes the slot temporary.
      await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
      // With `fast`, the server makes its checkpoint at once, and not spread over minutes.
      const started = await client.query<{ position: string }>(
        'select pg_backup_start($1, fast => true)::text as position',
        [slot],
      )
      // This is read after the start, whose checkpoint is on the present timeline. Each of these queries
      // returns one row: the values after `??` are only for the type.
      const control = await client.query<{ timeline: number }>(
        'select timeline_id as timeline from pg_control_checkpoint()',
      )
      return { startWal: started.rows[0]?.position ?? '', timeline: control.rows[0]?.timeline ?? 0 }
    },
    async stop() {
      // The copy takes the WAL from the server's own folder. So the archive need not have it yet.
      const stopped = await client.query<{ stop: string; label: string }>(
        'select lsn::text as stop, labelfile as label from pg_backup_stop(wait_for_archive => false)',
      )
      return { stopWal: stopped.rows[0]?.stop ?? '', label: stopped.rows[0]?.label ?? '' }
    },
    close: () => client.end().catch(() => {}),
  }
}

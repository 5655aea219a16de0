import pg from 'pg'
import { ConfigError } from '../config.ts'
import { codeOf } from '../error-fields.ts'
import { openClient, serversAt } from './servers.ts'

// The roles of the database. The owner migrates it. The portal's role only reads and writes rows.

/** The role with which the portal uses its built-in database after the migration. */
export const PORTAL_ROLE = 'portal'

/**
 * Lets a role read and write rows, and do nothing else (T19). It owns, creates and alters nothing, and can
 * only read which migrations ran. The owner of the database calls this after each migration, so that it also
 * holds for new tables. With `make` the role is created if it does not exist.
 */
export async function grantRowAccess(owner: pg.Client, role: string, { make = false } = {}): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const { rows } = await owner.query<{ database: string; known: boolean }>(
    'select current_database() as database, exists (select from pg_roles where rolname = $1) as known',
    [role],
  )
  const database = pg.escapeIdentifier(rows[0]?.database ?? '')
  // Roles belong to the whole server, so a process for another database may be creating this role now.
  if (make && !rows[0]?.known) await owner.query(`create role ${name} login`).catch(ignoreExistingRole)
  await owner.query('begin')
  await owner.query(`revoke create, temporary on database ${database} from public, ${name}`)
  await owner.query(`revoke create on schema public from public, ${name}`)
  await owner.query(`grant usage on schema public to ${name}`)
  await owner.query(`grant select, insert, update, delete on all tables in schema public to ${name}`)
  await owner.query(`revoke insert, update, delete on schema_migrations from ${name}`)
  await owner.query('commit')
}

const CONNECT_MS = 10_000

/** Opens a connection for the start, to find out our role or to migrate. */
export const startClient = (url: string): Promise<pg.Client> =>
  openClient(serversAt(url), { application_name: 'portal-migrate', connectionTimeoutMillis: CONNECT_MS })

/**
 * The name of the role that a database URL logs in as.
 * @throws ConfigError when there is a pooler between us and PostgreSQL. A pooler ignores the limits of a
 * session, lends one session's locks to another, and does not forward a request to cancel.
 */
export async function whoIs(url: string): Promise<string> {
  const client = await startClient(url)
  try {
    const { rows } = await client.query<{ role: string; pid: number }>(
      'select current_user as role, pg_backend_pid() as pid',
    )
    const [row] = rows
    // `processID` is what the other side reported at the login. PostgreSQL reports its process that serves
    // the connection. A pooler reports a number of its own.
    if ('processID' in client && client.processID !== row?.pid) throw new ConfigError(POOLER)
    return row?.role ?? ''
  } finally {
    void client.end()
  }
}

const POOLER =
  'A pooler such as PgBouncer is between the portal and the database. Name the address of PostgreSQL itself. The portal keeps few connections.'
const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'
const ignoreExistingRole = (error: unknown) => {
  if (![DUPLICATE_OBJECT, UNIQUE_VIOLATION].includes(codeOf(error))) throw error
}

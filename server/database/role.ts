import pg from 'pg'
import { codeOf } from '../error-fields.ts'

/** The role with which the portal uses its embedded database, once that is migrated. */
export const PORTAL_ROLE = 'portal'

/**
 * Lets `role` read and write rows, and do nothing else (T19): it owns, creates and alters nothing, and can
 * only read which migrations ran. The owner runs this after each migration, so that it also holds for new
 * tables. With `make` the role is created if it does not exist.
 */
export async function admit(owner: pg.Client, role: string, { make = false } = {}): Promise<void> {
  const name = pg.escapeIdentifier(role)
  const { rows } = await owner.query<{ database: string; known: boolean }>(
    'select current_database() as database, exists (select from pg_roles where rolname = $1) as known',
    [role],
  )
  const database = pg.escapeIdentifier(rows[0]?.database ?? '')
  // Roles belong to the server, not to one database of it: another process may be creating it.
  if (make && !rows[0]?.known) await owner.query(`create role ${name} login`).catch(ignoreExistingRole)
  await owner.query('begin')
  await owner.query(`revoke create, temporary on database ${database} from public, ${name}`)
  await owner.query(`revoke create on schema public from public, ${name}`)
  await owner.query(`grant usage on schema public to ${name}`)
  await owner.query(`grant select, insert, update, delete on all tables in schema public to ${name}`)
  await owner.query(`revoke insert, update, delete on schema_migrations from ${name}`)
  await owner.query('commit')
}

/**
 * A connection outside the pool; connecting fails after `withinMs`. When the connection breaks, only the
 * present or next statement rejects.
 */
export function ownClient(url: string, name = 'portal-migrate', withinMs = 10_000): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: withinMs,
  })
  client.on('error', () => {})
  return client
}

/** The role behind a database URL. */
export async function whoIs(url: string): Promise<string> {
  const client = ownClient(url)
  await client.connect()
  try {
    return (await client.query<{ role: string }>('select current_user as role')).rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

const DUPLICATE_OBJECT = '42710'
const UNIQUE_VIOLATION = '23505'
const ignoreExistingRole = (error: unknown) => {
  if (![DUPLICATE_OBJECT, UNIQUE_VIOLATION].includes(codeOf(error))) throw error
}

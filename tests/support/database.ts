import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { loadHelp } from '../../server/assistant/load-help.ts'
import { connect } from '../../server/database/connect.ts'
import { startEmbedded } from '../../server/database/embedded.ts'
import { migrate } from '../../server/database/migrate.ts'
import { loadReference } from '../../server/database/load-reference.ts'
import { PORTAL_ROLE } from '../../server/database/role.ts'
import { memoryFolder } from './in-memory.ts'

const folder = join(import.meta.dirname, '../../server/database')

/** The code files that build the assistant's passages from the help pages. */
const READERS = [
  'load-help.ts',
  'read-help.ts',
  'lexicon.ts',
  'topics.ts',
  'concepts.ts',
  'words.ts',
  'store.ts',
]

// A name for the template database that depends on all its sources. Any changed source makes a new template.
const computeEdition = () => {
  const hash = createHash('sha256').update(readFileSync(join(folder, 'role.ts')))
  for (const below of ['migrations', 'reference']) {
    for (const name of readdirSync(join(folder, below)).sort())
      hash.update(name).update(readFileSync(join(folder, below, name)))
  }
  for (const below of ['help', 'sw/help']) {
    const content = join(folder, '../../content', below)
    for (const name of readdirSync(content).sort())
      hash.update(name).update(readFileSync(join(content, name)))
  }
  const lexicon = join(folder, '../assistant/lexicon')
  for (const name of readdirSync(lexicon).sort()) hash.update(name).update(readFileSync(join(lexicon, name)))
  for (const name of READERS) hash.update(readFileSync(join(folder, '../assistant', name)))
  return hash.digest('hex').slice(0, 16)
}
let computed: string | undefined
const edition = () => (computed ??= computeEdition())

// One database server per checkout, shared by all its test files. Each checkout has its own, because a server
// runs the programs of the checkout that started it.
const checkout = createHash('sha256')
  .update(import.meta.dirname)
  .digest('hex')
  .slice(0, 8)
// Test data need not survive a power cut, so the server does not wait for the disk. The portal's program
// refuses such a database (R2); tests that start the program use DURABLE.
const QUICK = {
  max_connections: '300',
  shared_buffers: '128MB',
  max_wal_size: '128MB',
  fsync: 'off',
  full_page_writes: 'off',
}
const DURABLE = { max_connections: '100', shared_buffers: '128MB' }
const cluster = `portal-tests-${userInfo().uid}-${checkout}`
const start = (durable: boolean) =>
  durable
    ? startEmbedded(join(tmpdir(), `${cluster}-durable`), { settings: DURABLE })
    : startEmbedded(join(memoryFolder(), cluster), { settings: QUICK })
const servers = new Map<boolean, ReturnType<typeof start>>()
/** The database servers that this process has started or found, for reuse. */
const server = (durable: boolean) => {
  const found = servers.get(durable) ?? start(durable)
  servers.set(durable, found)
  return found
}

/** The URL of another database on the same server. */
const visit = (url: string, database: string) => url.replace('/postgres?', `/${database}?`)

/** `url` connects as the database's owner, `portalUrl` as the portal's role. */
export type Fresh = { url: string; portalUrl: string; drop(): Promise<void> }

/**
 * A new database with the schema and the reference data, on the PostgreSQL server that all test files share.
 * `durable`: on a server that waits for the disk.
 */
export async function freshDatabase({ durable = false } = {}): Promise<Fresh> {
  const { url, urlAs } = await server(durable)
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  const template = `template_${edition()}`
  // Take a lock: several test files start at once, and only one of them may make the template database.
  await admin.query("select pg_advisory_lock(hashtext('portal-tests'))")
  try {
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [template])
    if (!rowCount) {
      const making = `making_${randomBytes(6).toString('hex')}`
      await admin.query(`create database ${making}`)
      await migrate(visit(url, making), undefined, { name: PORTAL_ROLE, make: true })
      const db = connect(visit(url, making))
      await loadReference(db, 'IEBC')
      await loadHelp(db)
      await db.close()
      await admin.query(`alter database ${making} rename to ${template}`)
    }
    const name = `test_${randomBytes(6).toString('hex')}`
    await admin.query(`create database ${name} template ${template} strategy file_copy`)
    // Grant database-level privileges here, because the template does not pass them on.
    await admin.query(`revoke temporary on database ${name} from public`)
    return {
      url: visit(url, name),
      portalUrl: visit(urlAs(PORTAL_ROLE), name),
      async drop() {
        const cleaner = new pg.Client({ connectionString: url })
        await cleaner.connect()
        await cleaner.query(`drop database if exists ${name} with (force)`)
        await cleaner.end()
      },
    }
  } finally {
    await admin.end()
  }
}

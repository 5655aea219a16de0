import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, test } from 'node:test'
import pg from 'pg'
import { migrate } from '../../server/database/migrate.ts'
import type { Log } from '../../server/deps.ts'
import { freshDatabase } from '../support/database.ts'
import { until } from '../support/jobs.ts'

let database: Awaited<ReturnType<typeof freshDatabase>>
let client: pg.Client
let folder: string
before(async () => {
  database = await freshDatabase()
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
})
after(async () => {
  await client.end()
  await database.drop()
})
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
})
afterEach(async () => {
  rmSync(folder, { recursive: true })
  await client.query(
    "drop schema if exists probe cascade; delete from schema_migrations where name like '9%'",
  )
})

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
/** The applied migrations of this test. The names of all of them start with 9. */
const applied = async () =>
  (await client.query("select name from schema_migrations where name like '9%' order by name")).rows.map(
    (row) => row.name as string,
  )
/** The tables of the schema `probe`, which only the migrations of this test make. */
const tables = async () =>
  (
    await client.query(
      "select table_name from information_schema.tables where table_schema = 'probe' order by 1",
    )
  ).rows.map((row) => row.table_name as string)

const MIGRATE = join(import.meta.dirname, '../../server/database/migrate.ts')
/** Runs the migrations in another process, so that a test can kill it. */
const migrateInProcess = () => {
  const program = `const { migrate } = await import(${JSON.stringify(MIGRATE)}); console.log(JSON.stringify(await migrate(${JSON.stringify(database.url)}, ${JSON.stringify(folder)})))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (piece: Buffer) => (output += piece.toString()))
  return {
    child,
    done: new Promise<string[]>((resolve) =>
      child.once('close', () => resolve(output ? (JSON.parse(output) as string[]) : [])),
    ),
  }
}

/** Three migrations. The second takes so long that a test can kill it halfway. */
const writeThree = () => {
  write('9001_schema.sql', 'create schema probe; create table probe.one (id int)')
  write(
    '9002_slow.sql',
    'create table probe.two (id int); select pg_sleep(0.6); create table probe.three (id int)',
  )
  write('9003_last.sql', 'create table probe.four (id int)')
}

describe('R11 migrations', () => {
  test('the schema of the portal is at rest: nothing is applied twice', async () => {
    assert.deepEqual(await migrate(database.url), [])
  })
  test('a new set is applied in order, each file once', async () => {
    writeThree()
    assert.deepEqual(await migrate(database.url, folder), [
      '9001_schema.sql',
      '9002_slow.sql',
      '9003_last.sql',
    ])
    assert.deepEqual(await migrate(database.url, folder), [])
    assert.deepEqual(await tables(), ['four', 'one', 'three', 'two'])
  })
  test('R11 killed in the middle of a file, the next run converges', async () => {
    writeThree()
    const killed = migrateInProcess()
    await until(
      'it is in the middle of the second file',
      async () =>
        (
          await client.query(
            "select from pg_stat_activity where application_name = 'portal-migrate' and state = 'active' and query like '%pg_sleep%'",
          )
        ).rowCount,
      (count) => count === 1,
    )
    killed.child.kill('SIGKILL')
    await killed.done
    assert.deepEqual(await applied(), ['9001_schema.sql'])
    assert.deepEqual(await tables(), ['one'], 'of a file that was cut off, nothing is there')
    // The database lock is held until the server notices that its client died. The next run waits for it.
    assert.deepEqual(await migrate(database.url, folder), ['9002_slow.sql', '9003_last.sql'])
    assert.deepEqual(await tables(), ['four', 'one', 'three', 'two'])
  })
  test('R11 four at once apply each file once', async () => {
    writeThree()
    const all = await Promise.all([
      migrateInProcess().done,
      migrateInProcess().done,
      migrate(database.url, folder),
      migrate(database.url, folder),
    ])
    assert.deepEqual(all.flat().sort(), ['9001_schema.sql', '9002_slow.sql', '9003_last.sql'])
    assert.deepEqual(await tables(), ['four', 'one', 'three', 'two'])
  })
  test('a file that fails leaves nothing of itself, keeps what came before, and is named', async () => {
    writeThree()
    write('9002_slow.sql', 'create table probe.two (id int); create table probe.two (id int)')
    await assert.rejects(migrate(database.url, folder), /^Error: migration 9002_slow\.sql: .*already exists/)
    assert.deepEqual([await applied(), await tables()], [['9001_schema.sql'], ['one']])
    write('9002_slow.sql', 'create table probe.two (id int)')
    assert.deepEqual(await migrate(database.url, folder), ['9002_slow.sql', '9003_last.sql'])
  })
  test('a file that was edited after it was applied is refused by name', async () => {
    writeThree()
    await migrate(database.url, folder)
    write('9001_schema.sql', 'create schema probe')
    await assert.rejects(
      migrate(database.url, folder),
      /migration 9001_schema\.sql was edited after it was applied/,
    )
  })
  test('a file may run outside a transaction, for an index that is made while people read', async () => {
    write('9001_schema.sql', 'create schema probe; create table probe.one (id int)')
    write('9002_index.sql', '-- no-transaction\ncreate index concurrently one_id on probe.one (id)')
    const all = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)])
    assert.deepEqual(all.flat().sort(), ['9001_schema.sql', '9002_index.sql'])
  })
  test('R11 a migration that waits for another start, or for a session left behind, names the process', async () => {
    writeThree()
    await client.query("select pg_advisory_lock(hashtext('portal-migrate'))")
    const lines: [string, unknown][] = []
    const log: Log = (_level, event, fields) => lines.push([event, fields])
    const migrating = migrate(database.url, folder, undefined, { log, sayAfterMs: 50 })
    await until(
      'it says that it waits',
      async () => lines.length,
      (count) => count > 0,
    )
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    assert.deepEqual(lines[0], ['migration.waiting', { kind: 'another start', id: rows[0]?.pid }])
    await client.query("select pg_advisory_unlock(hashtext('portal-migrate'))")
    assert.equal((await migrating).length, 3)
  })
  test('R11 each migration of the portal is one transaction: killed in its middle, it leaves nothing', () => {
    const migrations = join(import.meta.dirname, '../../server/database/migrations')
    const loose = readdirSync(migrations).filter((name) =>
      /no-transaction|^\s*(?:commit|begin|rollback)\s*;/im.test(readFileSync(join(migrations, name), 'utf8')),
    )
    assert.deepEqual(loose, [])
  })
})

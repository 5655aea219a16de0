import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import pg from 'pg'
import { connect, sql } from '../../server/database/connect.ts'
import { migrate } from '../../server/database/migrate.ts'
import type { Log } from '../../server/deps.ts'
import { until } from '../support/jobs.ts'
import { type Server, startServer } from '../support/postgres.ts'

// A migration can be killed and repeated, and does not disturb people who use the portal meanwhile (R11).

const MIGRATIONS = join(import.meta.dirname, '../../server/database/migrations')
const MIGRATE = join(import.meta.dirname, '../../server/database/migrate.ts')
const FILES = readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))
/** From this migration on, the previous version can still run on the new schema. */
const FIRST_COMPATIBLE = '0050'

let server: Server
before(async () => void (server = await startServer()))
after(() => server.drop())
const urlOf = (database: string) => server.url.replace(/postgres$/, database)
const make = async (database: string) => {
  await server.ask(`create database ${database}`)
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  return client
}

/**
 * Describes a schema in lines: columns, indexes, constraints, triggers, functions and applied migrations.
 * Two databases with the same lines have the same schema.
 */
const schemaOf = async (client: pg.Client) => {
  const { rows } = await client.query<{ part: string }>(`
    select format('%s.%s %s %s %s', c.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, pg_get_expr(d.adbin, d.adrelid)) as part
      from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped and c.relkind <> 'i'
    union all select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = 'public'::regnamespace
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('%s %s', proname, prosrc) from pg_proc where pronamespace = 'public'::regnamespace
    union all select format('%s %s', name, sha256) from schema_migrations
    order by 1`)
  return rows.map(({ part }) => part)
}
/** The number of applied migrations, or -1 if their table does not exist yet. */
const applied = (client: pg.Client) =>
  client.query<{ count: number }>('select count(*)::int as count from schema_migrations').then(
    ({ rows }) => rows[0]?.count ?? 0,
    () => -1,
  )

/**
 * Migrates in a separate process, and kills it when `count` files are applied. Returns how many were applied.
 */
async function killAt(client: pg.Client, url: string, count: number): Promise<number> {
  const program = `const { migrate } = await import(${JSON.stringify(MIGRATE)}); await migrate(${JSON.stringify(url)})`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' })
  const exited = new Promise((resolve) => child.once('exit', resolve))
  // Check without a pause, so that the kill comes soon after the migration file is applied.
  while (child.exitCode === null && (await applied(client)) < count);
  child.kill('SIGKILL')
  await exited
  return applied(client)
}

test('R11 a migration that is killed at any point and run again makes the same schema', {
  timeout: 240_000,
}, async (t) => {
  const whole = await make('whole')
  await migrate(urlOf('whole'))
  const expected = await schemaOf(whole)
  await whole.end()
  const points = [-1, 0, 1, 4, 9, 17, 30, FILES.length - 1]
  for (const [index, point] of points.entries()) {
    const client = await make(`killed${index}`)
    // Kill the migration twice. The second time, it is applying the remaining files.
    const counts = [await killAt(client, urlOf(`killed${index}`), point)]
    counts.push(await killAt(client, urlOf(`killed${index}`), Math.min(FILES.length - 1, point + 6)))
    t.diagnostic(`killed after ${counts.join(' and ')} of ${FILES.length} files`)
    await migrate(urlOf(`killed${index}`))
    assert.deepEqual(await schemaOf(client), expected)
    assert.deepEqual(await migrate(urlOf(`killed${index}`)), [])
    await client.end()
  }
})

/** Makes a database with only the migrations before FIRST_COMPATIBLE. Returns a connection to it. */
async function schemaBefore(t: TestContext, database: string) {
  const client = await make(database)
  const folder = mkdtempSync(join(tmpdir(), 'portal-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of FILES.filter((file) => file < FIRST_COMPATIBLE))
    cpSync(join(MIGRATIONS, name), join(folder, name))
  await migrate(urlOf(database), folder)
  return client
}

/** Eight callers who write and read, one call after the other, until the test stops them. */
function callers(database: string) {
  const db = connect(urlOf(database))
  const timesMs: number[] = []
  let isOver = false
  const load = Array.from({ length: 8 }, async (_, worker) => {
    while (!isOver) {
      const email = `reader${worker}-${timesMs.length}-${Math.random()}@example.com`
      const startedMs = performance.now()
      await db.run(sql`insert into newsletter_subscribers (email, requested_at) values (${email}, now())`)
      await db.rows(sql`select email from users order by id desc limit 10`)
      await db.rows(sql`select title from jobs order by id desc limit 10`)
      timesMs.push(performance.now() - startedMs)
    }
  })
  return {
    timesMs,
    async stop() {
      isOver = true
      await Promise.all(load)
      await db.close()
    },
  }
}

test('R11 a migration under load waits for those who use its tables, says so, and breaks none of their calls', {
  timeout: 120_000,
}, async (t) => {
  const client = await schemaBefore(t, 'loaded')
  const { rows: tables } = await client.query<{ name: string }>(
    "select format('%I', relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'schema_migrations'",
  )
  const load = callers('loaded')
  // A report that reads tables for a long time. Its locks make the migration wait.
  await client.query('begin')
  for (const { name } of tables) await client.query(`lock table ${name} in access share mode`)
  const lines: unknown[] = []
  const log: Log = (_level, event, fields) => lines.push([event, fields])
  const migrating = migrate(urlOf('loaded'), undefined, undefined, { log })
  await Promise.race([
    migrating,
    until(
      'it says that it waits',
      async () => lines.length,
      (count) => count > 0,
      20_000,
    ),
  ])
  await client.query('commit')
  const newlyApplied = await migrating
  assert.deepEqual(newlyApplied, FILES.filter((file) => file >= FIRST_COMPATIBLE).sort())
  await load.stop()
  t.diagnostic(
    `${load.timesMs.length} calls beside ${newlyApplied.length} migrations; ${JSON.stringify(lines)}`,
  )
  await client.end()
})

const PEOPLE = 100_000
const STEADY_CALLS = 2_000

const p99 = (timesMs: number[]) =>
  timesMs.toSorted((left, right) => left - right)[Math.floor(timesMs.length * 0.99)] ?? 0

test('R11 beside a migration of 100,000 people, p99 of the calls stays under twice its value', {
  timeout: 120_000,
}, async (t) => {
  const client = await schemaBefore(t, 'busy')
  await client.query(`
    insert into counties values (7, 'Garissa');
    insert into constituencies values (27, 'Garissa Township', 7);
    insert into wards values (131, 'Waberi', 27);
    insert into users (email, password_hash, first_name, last_name, document_type, id_number, gender, date_of_birth, phone, is_pwd, county_code, constituency_code, ward_code, created_at)
    select 'person' || n || '@example.org', '', 'Wanjiru', 'Kamau', 'ID Card', lpad(n::text, 8, '0'), 'F', '1999-05-06', '+254700000000', false, 7, 27, 131, now()
    from generate_series(1, ${PEOPLE}) n`)
  await client.query('analyze users')
  const load = callers('busy')
  /** Waits until this many calls have been answered since `timesMs` was emptied. */
  const more = (count: number) =>
    until(
      'calls are answered',
      async () => load.timesMs.length,
      (length) => length >= count,
      60_000,
    )
  await more(STEADY_CALLS)
  const before = load.timesMs.splice(0)
  await migrate(urlOf('busy'))
  await more(STEADY_CALLS)
  await load.stop()
  const during = load.timesMs.slice(0, STEADY_CALLS)
  t.diagnostic(`p99 before ${p99(before).toFixed(1)} ms, during ${p99(during).toFixed(1)} ms`)
  assert.ok(p99(during) < 2 * p99(before))
  await client.end()
})

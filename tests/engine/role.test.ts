import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { ConfigError } from '../../server/config.ts'
import { connect } from '../../server/database/connect.ts'
import { assertDurable } from '../../server/database/durable.ts'
import { migrate } from '../../server/database/migrate.ts'
import { PORTAL_ROLE } from '../../server/database/role.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { dataFolder, run, startPortal } from '../support/program.ts'

const queryAs = async (url: string, text: string, values: unknown[] = []) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows
  } finally {
    await client.end()
  }
}
/** The error code with which the database refuses a statement, or `done`. */
const refusal = (url: string, text: string) =>
  queryAs(url, text).then(
    () => 'done',
    (error: Error & { code?: string }) => error.code,
  )

/**
 * The address in the form that the settings accept. A socket's address has no host before which the user
 * could be written, so the user becomes a parameter.
 */
const asSetting = (url: string) => url.replace(/^postgresql:\/\/(\w+)@(.*)$/, 'postgresql://$2&user=$1')

let database: Fresh
before(async () => {
  database = await freshDatabase({ durable: true })
})
after(() => database.drop())

describe('T19 the role the portal works under', () => {
  test('T19 it owns nothing, has no special right and belongs to no other role', async () => {
    // One row: whether the role has a special right, how much it owns, and in how many other roles it is.
    const [entry] = await queryAs(
      database.url,
      `select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as special,
        (select count(*)::int from pg_class where relowner = r.oid) + (select count(*)::int from pg_proc where proowner = r.oid) as owns,
        (select count(*)::int from pg_auth_members where member = r.oid) as member_of
      from pg_roles r where rolname = $1`,
      [PORTAL_ROLE],
    )
    assert.deepEqual(entry, { special: false, owns: 0, member_of: 0 })
  })
  test('T19 it reads and writes the rows of every table, but only reads the list of migrations', async () => {
    // A row for each table or view, with the names of all privileges that the portal's role has on it.
    const rows = await queryAs(
      database.url,
      `select c.relname as name, array_to_string(array(select p from unnest(array['select','insert','update','delete','truncate','references','trigger']) p
        where has_table_privilege($1, c.oid, p)), ' ') as may
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm')`,
      [PORTAL_ROLE],
    )
    assert.ok(rows.length > 15)
    for (const { name, may } of rows)
      assert.equal(may, name === 'schema_migrations' ? 'select' : 'select insert update delete', String(name))
  })
  for (const text of [
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    'create function mine() returns int language sql as $$ select 1 $$',
    'create extension unaccent',
    'create role mine',
    'create database mine',
    'alter table users add column mine int',
    'alter table users disable trigger all',
    'alter role app password $$x$$',
    'drop table users',
    'truncate users cascade',
    'create index mine on users (email)',
    "insert into schema_migrations (name, sha256) values ('x', 'y')",
    'set role app',
    'copy users to $$/tmp/mine$$',
    "select pg_read_file('/etc/passwd')",
    "select lo_import('/etc/passwd')",
    'copy users from program $$true$$',
    'alter system set fsync = off',
  ]) {
    test(`T19 it may not: ${text}`, async () => {
      assert.equal(await refusal(database.portalUrl, text), '42501')
    })
  }
})

describe('T19 who migrates and who works', () => {
  test('T19 a table that a later migration makes is open to the role, and a role that was given too much is brought in line', async () => {
    await queryAs(
      database.url,
      `create table later (id int); grant insert on schema_migrations to ${PORTAL_ROLE}; grant create on schema public to ${PORTAL_ROLE}`,
    )
    assert.equal(await refusal(database.portalUrl, 'select from later'), '42501')
    await migrate(database.url, undefined, { name: PORTAL_ROLE, make: true })
    assert.equal(await refusal(database.portalUrl, 'insert into later values (1)'), 'done')
    assert.equal(await refusal(database.portalUrl, 'create table mine (id int)'), '42501')
    assert.equal(
      await refusal(database.portalUrl, "insert into schema_migrations (name, sha256) values ('x', 'y')"),
      '42501',
    )
    await queryAs(database.url, 'drop table later')
  })
  test('T19 four migrations that start at once do not disturb each other', async () => {
    await Promise.all(
      Array.from({ length: 4 }, () => migrate(database.url, undefined, { name: PORTAL_ROLE, make: true })),
    )
  })
})

describe('T19 a running portal', () => {
  const folder = dataFolder()
  after(() => folder.drop())
  const roles = async (url: string, name: string) =>
    (
      await queryAs(
        url,
        'select distinct usename as name from pg_stat_activity where datname = current_database() and application_name = $1',
        [name],
      )
    ).map((row) => row.name)

  test('T19 it uses its embedded database as the role; a folder from before the role existed gets the role', async () => {
    const first = await startPortal(folder.path)
    const url = folder.databaseUrl()
    assert.deepEqual(
      [await roles(url, 'portal'), await roles(url, 'portal-listen')],
      [[PORTAL_ROLE], [PORTAL_ROLE]],
    )
    await first.stop('SIGKILL')
    // Remove the portal's role. In the folders of old versions, one role owned the whole database.
    await queryAs(
      url,
      `drop owned by ${PORTAL_ROLE}; drop role ${PORTAL_ROLE}; grant temporary on database postgres to public`,
    )
    const second = await startPortal(folder.path)
    assert.deepEqual(await roles(url, 'portal'), [PORTAL_ROLE])
    assert.equal((await fetch(`${second.url}/api/jobs/list/`)).status, 200)
    const asks = await fetch(`${second.url}/api/newsletter/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"email":"adopted@example.com"}',
    })
    assert.equal(asks.status, 200)
    assert.equal(await second.stop(), 0)
  })
  test('T19 with one role in DATABASE_URL it continues as that role', async () => {
    const portal = await startPortal(folder.path, { env: { DATABASE_URL: asSetting(database.url) } })
    assert.deepEqual(await roles(database.url, 'portal'), ['app'])
    assert.equal((await fetch(`${portal.url}/readyz`)).status, 200)
    assert.equal(await portal.stop(), 0)
  })
  test('T19 with DATABASE_OWNER_URL, its role migrates, and the role of DATABASE_URL reads and writes', async () => {
    await queryAs(database.url, `revoke all on all tables in schema public from ${PORTAL_ROLE}`)
    const portal = await startPortal(folder.path, {
      env: { DATABASE_URL: asSetting(database.portalUrl), DATABASE_OWNER_URL: asSetting(database.url) },
    })
    assert.deepEqual(await roles(database.url, 'portal'), [PORTAL_ROLE])
    assert.equal((await fetch(`${portal.url}/api/jobs/list/`)).status, 200)
    assert.equal(await portal.stop(), 0)
  })
  test('T19 an owner whom the database refuses is named', async () => {
    const program = run('server/main.ts', [], folder.path, {
      env: {
        DATABASE_URL: asSetting(database.portalUrl),
        DATABASE_OWNER_URL: asSetting(database.url).replace('user=app', 'user=stranger'),
      },
    })
    assert.equal(await program.exited, 78)
    assert.match(program.errors, /^DATABASE_OWNER_URL: the database refuses the user.*\(28000\)\.\n$/)
  })
})

describe('R2 what the database promises is asserted at the start', () => {
  const settings = (url: string, name: string) =>
    queryAs(url, 'select setting from pg_settings where name = $1', [name])
  test('R2 the embedded one keeps its promises, checksums among them', async () => {
    for (const name of ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums']) {
      assert.deepEqual(await settings(database.portalUrl, name), [{ setting: 'on' }], name)
    }
  })
  for (const value of ['off', 'local', 'remote_write'])
    test(`R2 a role that commits with synchronous_commit = ${value} is refused with one sentence`, async () => {
      const db = connect(
        `${database.portalUrl}&options=${encodeURIComponent(`-c synchronous_commit=${value}`)}`,
      )
      await assert.rejects(
        assertDurable(db, () => {}),
        new ConfigError(
          `The database runs with synchronous_commit = ${value}: a crash could lose what was acknowledged. Set it to on.`,
        ),
      )
      await db.close()
    })
  test('R2 synchronous_commit = remote_apply is accepted, because it promises more', async () => {
    const db = connect(
      `${database.portalUrl}&options=${encodeURIComponent('-c synchronous_commit=remote_apply')}`,
    )
    await assertDurable(db, () => {})
    await db.close()
  })
  test('R2 such a start ends with that sentence', async () => {
    const folder = dataFolder()
    const careless = `${database.portalUrl}&options=${encodeURIComponent('-c synchronous_commit=local')}`
    const program = run('server/main.ts', [], folder.path, {
      env: { DATABASE_URL: asSetting(careless), DATABASE_OWNER_URL: asSetting(database.url) },
    })
    assert.equal(await program.exited, 78)
    assert.match(program.errors, /The database runs with synchronous_commit = local: .* Set it to on\.\n$/)
    await folder.drop()
  })
})

test('T19 a statement that a caller waits for is ended after 2.5 seconds, a statement of background work later', async () => {
  const { sql } = await import('../../server/database/connect.ts')
  const db = connect(database.portalUrl)
  const began = performance.now()
  await assert.rejects(db.run(sql`select pg_sleep(10)`), { code: '57014' })
  assert.ok(performance.now() - began < 4_000)
  assert.equal(await db.patient(30).run(sql`select pg_sleep(3.2)`), 1)
  await assert.rejects(db.patient(0.2).run(sql`select pg_sleep(10)`), { code: '57014' })
  assert.deepEqual(
    await db.row(sql`select current_setting('statement_timeout') as ms`),
    { ms: '2500ms' },
    'and only there',
  )
  await db.close()
})

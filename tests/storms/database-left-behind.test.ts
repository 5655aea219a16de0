import assert from 'node:assert/strict'
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { runsPostgres } from '../../server/database/postmaster.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, run, startPortal } from '../support/program.ts'

// A killed database or portal may leave something behind: a busy connection, a file with a process id, a
// database that is still starting. None of these may stop the next start.

const folder = dataFolder()
/** The file in which the database server writes its process id. */
const pidFile = join(folder.path, 'postgres/postmaster.pid')
const IN_TIME_MS = 10_000
before(async () => {
  await (await startPortal(folder.path)).stop()
})
after(() => folder.drop())

/**
 * Opens a connection whose database process works for half a minute. The process never waits, so it does not
 * notice that its server has died. `pid`: the process. `end` resolves when its work is over.
 */
async function startLongWork() {
  const client = new pg.Client({ connectionString: folder.databaseUrl() })
  client.on('error', () => {})
  await client.connect()
  const pid = Number((await client.query('select pg_backend_pid() as pid')).rows[0]?.pid)
  const end = client
    .query(
      "do $$ declare ends timestamptz := clock_timestamp() + interval '30 s'; begin while clock_timestamp() < ends loop end loop; end $$",
    )
    .catch(() => {})
  return { pid, end }
}
const waitUntilReady = (url: string) =>
  until(
    'the portal is ready',
    () => fetch(`${url}/readyz`).then(async (answer) => ((await answer.json()) as { status: string }).status),
    (status) => status === 'ready',
    IN_TIME_MS,
  )
/** Waits until another database server runs. `killed`: the process id of the one before. */
const waitForAnother = (killed: number | undefined) =>
  until(
    'another database runs',
    async () => folder.postmaster(),
    (pid) => pid !== undefined && pid !== killed,
    IN_TIME_MS,
  )

describe('R5 the database server is killed while a connection works', {
  skip: process.platform !== 'linux',
}, () => {
  test('R5 the portal starts another database within seconds, and does not wait for that work', async () => {
    const portal = await startPortal(folder.path)
    const busy = await startLongWork()
    const first = folder.postmaster()
    process.kill(first ?? 0, 'SIGKILL')
    await waitForAnother(first)
    await waitUntilReady(portal.url)
    // The portal has killed the busy process, because only one database may use its data folder.
    assert.equal(runsPostgres(busy.pid, join(folder.path, 'postgres')), false)
    await busy.end
    assert.equal(await portal.stop(), 0)
    assert.equal(portal.errors.match(/Error:/), null, portal.errors)
  })
  test('R1 the portal is killed too: its next start takes less than ten seconds', async () => {
    const first = await startPortal(folder.path)
    const busy = await startLongWork()
    process.kill(folder.postmaster() ?? 0, 'SIGKILL')
    await first.stop('SIGKILL')
    const second = await startPortal(folder.path)
    await busy.end
    assert.ok(second.startMs < IN_TIME_MS, `${Math.round(second.startMs)} ms`)
    assert.equal(await second.stop(), 0)
  })
})

describe('R5 a crash left the file postmaster.pid', () => {
  for (const [what, text] of [
    ['it is empty', ''],
    ['its number is now that of another program', `${process.pid}\n`],
    ['no process has its number', '4194303\n'],
  ]) {
    test(`R5 ${what}: the next start works`, async () => {
      writeFileSync(pidFile, text ?? '', { mode: 0o600 })
      const owner = statSync(join(folder.path, 'postgres'))
      chownSync(pidFile, owner.uid, owner.gid)
      const portal = await startPortal(folder.path)
      assert.equal(await portal.stop(), 0)
      assert.ok(!existsSync(pidFile))
    })
  }
})

/** The moments of a start at which something is killed. */
const MOMENTS = {
  'postmaster.pid exists': () => existsSync(pidFile),
  'the database takes connections': () =>
    existsSync(pidFile) && /^ready/m.test(readFileSync(pidFile, 'utf8')),
}

describe('R5 something is killed while the database starts', () => {
  for (const [moment, hasCome] of Object.entries(MOMENTS)) {
    test(`R5 the portal, when ${moment}: the next start takes that database, and it is the only one`, async () => {
      const first = run('server/main.ts', [], folder.path)
      await until(
        moment,
        async () => hasCome(),
        (isThere) => isThere,
      )
      first.child.kill('SIGKILL')
      await first.exited
      const second = await startPortal(folder.path)
      const log = readFileSync(join(folder.path, 'postgres.log'), 'utf8')
      assert.equal(await second.stop(), 0)
      // Allow one message: a connection of the killed portal may report that it lost its client.
      assert.doesNotMatch(
        log.slice(log.lastIndexOf('starting PostgreSQL')),
        /FATAL(?!: {2}connection to client lost)/,
      )
      assert.equal(folder.postmaster(), undefined)
    })
    test(`R5 the database, when ${moment}: the same start continues with another`, async () => {
      const portal = startPortal(folder.path)
      const pid = await until(
        moment,
        async () => (hasCome() ? folder.postmaster() : undefined),
        (pid) => pid !== undefined,
      )
      process.kill(pid ?? 0, 'SIGKILL')
      const up = await portal
      await waitUntilReady(up.url)
      assert.equal(await up.stop(), 0)
      assert.equal(folder.postmaster(), undefined)
    })
  }
})

describe('R10 the database is killed just before the portal stops', () => {
  for (const restarted of [false, true]) {
    test(`R10 ${restarted ? 'another runs already' : 'no other runs yet'}: the portal stops as usual, and leaves no database running`, async () => {
      const portal = await startPortal(folder.path)
      const first = folder.postmaster()
      process.kill(first ?? 0, 'SIGKILL')
      if (restarted) await waitForAnother(first)
      assert.equal(await portal.stop(), 0, portal.errors)
      assert.equal(folder.postmaster(), undefined)
      assert.ok(!existsSync(join(folder.path, 'portal.pid')))
    })
  }
})

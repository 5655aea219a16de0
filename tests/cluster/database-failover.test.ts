import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { serversAt } from '../../server/database/servers.ts'
import { until } from '../support/jobs.ts'
import { type Server, startServer } from '../support/postgres.ts'
import { dataFolder, processesOf, type Running, startPortal } from '../support/program.ts'

// The portal knows the addresses of a primary database and its standby (R5). When the primary dies and the
// standby is promoted, the portal finds the new primary by itself.

/** The maximum time from the promotion of the standby until writes work again. */
const MAX_OUTAGE_MS = 5_000
const addressOf = (...servers: Server[]) =>
  `postgresql://app@${servers.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres?target_session_attrs=read-write`

/** A primary database whose commits wait for its standby. */
async function pair() {
  const primary = await startServer()
  const standby = await primary.standby()
  await primary.ask("alter system set synchronous_standby_names = 'standby'")
  await primary.ask('select pg_reload_conf()')
  await until(
    'the standby is synchronous',
    () => primary.ask("select from pg_stat_replication where sync_state = 'sync'"),
    (rows) => rows.length === 1,
    30_000,
  )
  return { primary, standby }
}
const promote = async (standby: Server) => {
  await standby.ask('select pg_promote()')
  await until(
    'the standby is promoted',
    () => standby.ask('select pg_is_in_recovery() as standby'),
    ([row]) => row?.standby === false,
    30_000,
  )
}
/** How many connections the portal has to a server, without the short ones that search for the primary. */
const sessions = async (server: Server, name = 'portal%') =>
  (
    await server.ask(
      "select application_name from pg_stat_activity where application_name like $1 and application_name <> 'portal-find'",
      [name],
    )
  ).length

describe('R5 the primary dies and its standby is promoted', () => {
  let [primary, standby] = [] as unknown as [Server, Server]
  let portal: Running
  const folder = dataFolder()
  before(async () => {
    ;({ primary, standby } = await pair())
    portal = await startPortal(folder.path, { env: { DATABASE_URL: addressOf(primary, standby) } })
  })
  after(async () => {
    await folder.drop()
    await standby.drop()
    await primary.drop()
  })
  let count = 0
  const write = async () => {
    const answer = await fetch(`${portal.url}/api/newsletter/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `reader${count++}@example.com` }),
      signal: AbortSignal.timeout(10_000),
    })
    await answer.text()
    return answer.status
  }
  const ready = async () => (await (await fetch(`${portal.url}/readyz`)).json()) as { database: string }

  test('R5 without a primary, pages load and writes are refused; after the promotion of the standby, writes work again without a restart', async (t) => {
    assert.equal(await write(), 200, portal.errors)
    const listening = await sessions(primary, 'portal-listen')
    assert.ok(listening > 0)
    assert.equal(await sessions(standby), 0)
    await primary.stop('SIGKILL')
    await until('it reads from the standby', ready, ({ database }) => database === 'read-only', 20_000)
    assert.equal(await write(), 503)
    assert.equal((await fetch(`${portal.url}/jobs`)).status, 200)
    // The standby has the acknowledged write, because commits waited for the standby.
    assert.equal(
      (await standby.ask("select from newsletter_subscribers where email = 'reader0@example.com'")).length,
      1,
    )
    // The promoted standby has no standby of its own. So its commits must not wait for one.
    await standby.ask("alter system set synchronous_standby_names = ''")
    await promote(standby)
    const promotedAt = performance.now()
    await until('it writes', write, (status) => status === 200, 20_000)
    const outageMs = performance.now() - promotedAt
    t.diagnostic(`written ${Math.round(outageMs)} ms after the promotion`)
    assert.ok(outageMs < MAX_OUTAGE_MS)
    await until('it is ready', ready, ({ database }) => database === 'here', 20_000)
    await until(
      'all who listen do so at the new primary',
      () => sessions(standby, 'portal-listen'),
      (now) => now === listening,
      20_000,
    )
  })
  test('R5 the old primary comes back by mistake and accepts writes: the portal does not connect to it', async () => {
    await primary.start()
    assert.deepEqual(await primary.ask('select pg_is_in_recovery() as standby'), [{ standby: false }])
    for (let time = 0; time < 3; time++) {
      // The portal loses its connections, and searches again for a server that accepts writes. Its question
      // to this server goes on: if only the old primary answered, no one could know which server is right.
      await standby.ask(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'portal%' and application_name <> 'portal-find'",
      )
      await until('it writes', write, (status) => status === 200, 20_000)
    }
    assert.equal(await sessions(primary), 0)
    assert.equal(await portal.stop(), 0)
    // A new process also finds the promoted server, although both servers claim to accept writes.
    for (const url of [addressOf(primary, standby), addressOf(standby, primary)])
      assert.equal((await serversAt(url).find()).port, standby.port)
  })
})

describe('R5 the machine of the primary dies: its connections stay silent', { timeout: 120_000 }, () => {
  let [primary, standby] = [] as unknown as [Server, Server]
  let db: Db
  before(async () => {
    ;({ primary, standby } = await pair())
    await primary.ask('create table probe (n int)')
    // The standby's address comes first, to show that the order of addresses does not matter.
    db = connect(addressOf(standby, primary), { connections: 4 })
  })
  after(async () => {
    for (const pid of processesOf(primary.folder.postmaster() ?? 0)) process.kill(pid, 'SIGCONT')
    await db.close()
    await standby.drop()
    await primary.drop()
  })
  test('R5 writes and notifications find the new primary, and no later write waits for the dead one', async (t) => {
    let [notified, reconnected] = [0, 0]
    await db.listen(
      'probe',
      () => void notified++,
      () => void reconnected++,
    )
    const write = () =>
      db.run(sql`insert into probe values (1)`).then(
        () => 'written',
        () => 'refused',
      )
    assert.deepEqual(await Promise.all([write(), write(), write(), write()]), Array(4).fill('written'))
    // Stop the primary's processes. They keep connections open but silent, as a dead machine does.
    for (const pid of processesOf(primary.folder.postmaster() ?? 0)) process.kill(pid, 'SIGSTOP')
    await standby.ask("alter system set synchronous_standby_names = ''")
    await promote(standby)
    const promotedAt = performance.now()
    await until('it writes', write, (outcome) => outcome === 'written', 20_000)
    const outageMs = performance.now() - promotedAt
    t.diagnostic(`written ${Math.round(outageMs)} ms after the promotion`)
    assert.ok(outageMs < MAX_OUTAGE_MS)
    for (let time = 0; time < 8; time++) {
      const startedAt = performance.now()
      assert.equal(await write(), 'written')
      assert.ok(performance.now() - startedAt < 1_000)
    }
    await until(
      'it listens there',
      async () => reconnected,
      (times) => times > 0,
      20_000,
    )
    await standby.ask('notify probe')
    await until(
      'it is notified',
      async () => notified,
      (times) => times > 0,
    )
  })
})

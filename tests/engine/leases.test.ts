import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { type Leases, openLeases, underLease } from '../../server/database/leases.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { databaseProxy } from '../support/database-proxy.ts'
import { until } from '../support/jobs.ts'

const yes = async () => true

describe('leases: work that one process of all machines does', () => {
  let database: Fresh
  let db: Db
  const opened: Leases[] = []
  /** The leases that one process opens. If `pingMs` is longer than the test, the process seems to hang. */
  const newProcess = (options?: Parameters<typeof openLeases>[1]) => {
    const leases = openLeases(database.portalUrl, options)
    opened.push(leases)
    return leases
  }
  before(async () => {
    database = await freshDatabase()
    db = connect(database.url, { connections: 1 })
  })
  after(async () => {
    for (const leases of opened) await leases.close()
    await db.close()
    await database.drop()
  })
  const takenOver = (leases: Leases, name: string) =>
    until('it is taken over', () => leases.during(name, yes), Boolean)

  test('one process holds the lease, the other does nothing; another name is another lease', async () => {
    const [first, second] = [newProcess(), newProcess()]
    assert.equal(await first.during('cleaning', yes), true)
    assert.equal(await second.during('cleaning', yes), undefined)
    assert.equal(await second.during('publishing', yes), true)
    assert.equal(await first.during('cleaning', yes), true)
  })
  test('several at once on one session', async () => {
    const all = newProcess()
    assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((name) => all.during(name, yes))), [
      true,
      true,
      true,
    ])
  })
  test('when a holder or its database session ends, another process takes the lease over; the holder learns that it lost the lease', async () => {
    const [first, second] = [newProcess(), newProcess()]
    await first.during('ending', yes)
    await first.close()
    await takenOver(second, 'ending')
    const third = newProcess()
    await db.rows(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal-lease'`,
    )
    await takenOver(third, 'ending')
    await until(
      'the earlier holder does nothing any more',
      () => second.during('ending', yes).catch(() => true),
      (held) => held === undefined,
    )
  })
  test('the lease of a holder that hangs is taken over once its session was silent for too long', async () => {
    const hanging = newProcess({ silentMs: 300, pingMs: 3_600_000 })
    await hanging.during('hanging', yes)
    const successor = newProcess({ silentMs: 300, pingMs: 50 })
    assert.equal(await successor.during('hanging', yes), undefined)
    await takenOver(successor, 'hanging')
  })
  test('no process gets a lease from a standby, where each standby would give its own', async () => {
    const owner = new pg.Client({ connectionString: database.url })
    await owner.connect()
    const { rows } = await owner.query<{ name: string }>('select current_database() as name')
    await owner.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`)
    const early = newProcess({ pingMs: 50 })
    assert.equal(await early.during('on a standby', yes), undefined)
    // A ping that finds the standby must not break a statement, at whichever moment it comes.
    for (let pingMs = 3; pingMs < 40; pingMs++) {
      const pinging = newProcess({ pingMs })
      for (let call = 0; call < 4; call++) assert.equal(await pinging.during('on a standby', yes), undefined)
      await pinging.close()
    }
    await owner.query(`alter database ${rows[0]?.name} reset default_transaction_read_only`)
    await owner.end()
    await takenOver(early, 'on a standby')
  })
  test('a database that stops just after the login fails the pass, and the next one succeeds', async () => {
    const proxy = await databaseProxy(database.portalUrl)
    const leases = openLeases(proxy.url)
    opened.push(leases)
    proxy.freezeAfterLogin()
    await assert.rejects(leases.during('late', yes), /timeout/)
    proxy.mend()
    assert.equal(await leases.during('late', yes), true)
    await leases.close()
    await proxy.close()
  })
  test('without leases, as in a test, every process does the work', async () => {
    assert.equal(await underLease(undefined, 'any', async () => 7)(new AbortController().signal), 7)
  })
})

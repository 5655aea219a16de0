import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { type Fresh, freshDatabase } from '../support/database.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, type Running, run, startPortal } from '../support/program.ts'

// Several portals on one database share their keys and settings. A lease is a lock: the portal that holds it
// does some work for all.

describe('several machines on one database', () => {
  const [firstFolder, secondFolder] = [dataFolder(), dataFolder()]
  let database: Fresh
  let db: Db
  let first: Running
  // A URL with a user needs a host. Here the parameter `host` names the folder of the database's socket.
  const env = () => ({ DATABASE_URL: database.url.replace('@/', '@localhost/') })
  /** The keys of the first machine, copied as an operator copies them. */
  const shared = () => ({
    ...env(),
    SECRET_KEY_FILE: join(firstFolder.path, 'secret.key'),
    RECEIPT_KEY_FILE: join(firstFolder.path, 'receipts.key'),
  })
  before(async () => {
    database = await freshDatabase({ durable: true })
    db = connect(database.url, { connections: 1 })
    first = await startPortal(firstFolder.path, { env: env() })
  })
  after(async () => {
    await first.stop()
    await db.close()
    for (const folder of [firstFolder, secondFolder]) await folder.drop()
    await database.drop()
  })

  test('T31 a machine with a key of its own stops with 78 and names the key', async () => {
    const stray = run('server/main.ts', [], secondFolder.path, { env: env() })
    assert.equal(await stray.exited, 78)
    assert.match(stray.errors, /^SECRET_KEY_FILE \(or secret\.key in DATA_DIR\) holds another key than .*\n$/)
    const half = run('server/main.ts', [], secondFolder.path, {
      env: { ...shared(), RECEIPT_KEY_FILE: join(secondFolder.path, 'receipts.key') },
    })
    assert.equal(await half.exited, 78)
    assert.match(half.errors, /^RECEIPT_KEY_FILE .*\n$/)
  })
  test('a second machine with the same keys serves beside the first; one of the two holds each lease', async () => {
    const second = await startPortal(secondFolder.path, { env: shared() })
    /** A row for each lease, with the number of database connections that hold it. */
    const lockHolders = () =>
      db.rows<{ objid: number; holders: number }>(sql`
        select objid, count(distinct pid)::int as holders from pg_locks
        where locktype = 'advisory' and classid = (hashtext('portal-lease')::bigint & 4294967295)::oid and granted group by objid`)
    // Five leases. Publishing, housekeeping and selections have one each for all machines. Without a bucket,
    // each of the two machines also publishes its own log, under its own lease.
    const locks = await until('both are at work', lockHolders, ({ length }) => length === 5)
    assert.deepEqual([...new Set(locks.map(({ holders }) => holders))], [1])
    const machines = await until(
      'both have reported',
      () => db.rows<{ version: string }>(sql`select version from nodes where name <> ''`),
      ({ length }) => length === 2,
    )
    assert.equal(new Set(machines.map(({ version }) => version)).size, 1)
    // The first machine is killed, so the second takes over. It takes the lease for housekeeping later, at
    // its next pass.
    await first.stop('SIGKILL')
    await until('the second publishes and draws', lockHolders, ({ length }) => length === 3)
    assert.equal(await second.stop(), 0)
    first = await startPortal(firstFolder.path, { env: env() })
  })
  test('a setting that is changed on purpose is accepted by a command', async () => {
    await first.stop()
    const changed = { ...shared(), PUBLIC_URL: 'http://localhost:4000' }
    const refused = run('server/main.ts', [], secondFolder.path, { env: changed })
    assert.equal(await refused.exited, 78)
    assert.match(refused.errors, /^PUBLIC_URL is another address than .*installation accept.*\n$/)
    const accepting = run('server/portal.ts', ['installation', 'accept'], secondFolder.path, { env: changed })
    assert.equal(await accepting.exited, 0)
    assert.equal(accepting.output, '1 settings changed for all machines.\n')
    first = await startPortal(secondFolder.path, { env: changed })
  })
})

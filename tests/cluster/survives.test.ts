import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test, type TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { type Cluster, openCluster } from '../../bin/cluster/cluster.ts'
import { databaseUrl } from '../../bin/cluster/portals.ts'
import { topology } from '../../bin/cluster/topology.ts'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { fill } from '../support/crowd.ts'
import { until } from '../support/jobs.ts'
import { emailsOf, lostOf, verifyLog } from './stored.ts'
import { type Drafts, type LoadResult, startLoad } from './load.ts'
import { networkLine } from './network-line.ts'
import { asPostgres, restoreTo } from './restored.ts'
import { etcdLeaderOf, memberIn, postmasterOf, primaryOf, receiverOf } from './roles.ts'

// Three portals and three database servers (Patroni, etcd) are under load, while each of their parts fails in
// turn. No acknowledged submission may be lost.

/** The number of submissions and page views in a second. */
const RATES = availableParallelism() >= 4 ? { submissions: 60, reads: 500 } : { submissions: 30, reads: 200 }
const JOBS = 8
/** How long the load runs before and after a fault. */
const BEFORE_MS = 5_000
const AFTER_MS = 12_000

describe('R12 R17 three portals on a cluster', () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-cluster-'))
  /** The machines of the cluster with their ports, from 24000 up. */
  const places = topology(24_000)
  let cluster: Cluster
  let db: Db
  let drafts: Drafts
  let lines: Awaited<ReturnType<typeof networkLine>>[] = []
  const acknowledged: LoadResult['acknowledged'] = new Map()
  /** The first draft that no test has submitted yet. */
  let from = 0

  before(async () => {
    lines = await Promise.all(places.members.map(({ postgres }) => networkLine(postgres)))
    cluster = await openCluster({
      folder,
      topology: places,
      settings: { PROBE_URL: 'off', NETWORK_ALLOWANCE_FACTOR: '1000' },
      // The third portal reaches the database through proxies that a test can cut.
      databasePortsOf: (name) => (name === 'portal3' ? lines.map(({ port }) => port) : undefined),
    })
    await cluster.ready()
    const ports = places.members.map(({ postgres }) => postgres)
    db = connect(databaseUrl(ports, 'portal_owner', cluster.passwords.owner))
    drafts = await fill(db, JOBS)
    // On two cores, three portals that have just started are slow together: they may ask callers to try
    // again. A deployment starts one after the other, as the rolling restart below does.
    const warmUp = startLoad(cluster.url, drafts, { from, ...RATES })
    await wait(BEFORE_MS)
    keep(await warmUp.stop())
    from = warmUp.taken()
  })
  after(async () => {
    await db?.close()
    await cluster?.close()
    for (const line of lines) line.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const keep = ({ acknowledged: receipts }: LoadResult) => {
    for (const [id, receipt] of receipts) acknowledged.set(id, receipt)
  }

  /** The lost submissions. Query again, because the connection may still lead to the old primary. */
  const lost = (sent: LoadResult['acknowledged']) =>
    until(
      'the database answers',
      () => lostOf(db, sent).catch(() => undefined),
      (found) => found !== undefined,
      30_000,
    )

  /** Runs load before, during and after a fault. Then checks that everything acknowledged is stored. */
  async function underLoad(
    t: TestContext,
    problem: () => Promise<unknown>,
    afterMs = AFTER_MS,
  ): Promise<LoadResult> {
    const load = startLoad(cluster.url, drafts, { from, ...RATES })
    await wait(BEFORE_MS)
    await problem()
    await wait(afterMs)
    const result = await load.stop()
    from = load.taken()
    keep(result)
    t.diagnostic(
      `${result.acknowledged.size} acknowledged, longest gap ${(result.longestGapMs / 1_000).toFixed(1)} s, ${result.reads} pages; failed: pages ${JSON.stringify(result.failedReads)}, first tries ${JSON.stringify(result.failedTries)}`,
    )
    assert.deepEqual(result.refused, [])
    assert.ok(result.acknowledged.size > 100, 'the load ran')
    assert.deepEqual(await lost(result.acknowledged), [])
    return result
  }

  test('without a fault, no request fails', async (t) => {
    const result = await underLoad(t, async () => {})
    assert.deepEqual([result.failedReads, result.failedTries], [{}, {}])
  })

  // The emails that a killed or cut-off portal has claimed are due again two minutes later. So these faults
  // come before the others.
  test('kill -9 of one portal costs only its own requests', async (t) => {
    await underLoad(t, async () => {
      cluster.portals[0]?.signal('SIGKILL')
      await cluster.ready()
    })
  })

  test('R12 kill -9 of the primary and its Patroni: another member takes over', async (t) => {
    const primary = await primaryOf(places)
    const patroni = cluster.members[places.members.indexOf(primary)]
    const result = await underLoad(t, async () => {
      const postmaster = postmasterOf(folder, primary)
      await patroni?.stop('SIGKILL')
      process.kill(postmaster, 'SIGKILL')
      await until(
        'there is another primary',
        () =>
          primaryOf(places).then(
            ({ name }) => name,
            () => primary.name,
          ),
        (name) => name !== primary.name,
        60_000,
      )
    })
    assert.ok(result.longestGapMs < 45_000, `${result.longestGapMs} ms without a submission`)
    patroni?.startAgain()
  })

  test('R6 a synchronous standby that stalls: nothing is lost, and readers still get answers', async (t) => {
    const member = await until(
      'there is a synchronous standby',
      () => memberIn(places, 'sync_standby').catch(() => undefined),
      (found) => found !== undefined,
      60_000,
    )
    assert.ok(member)
    await underLoad(t, async () => {
      const pid = receiverOf(folder, member)
      process.kill(pid, 'SIGSTOP')
      await wait(15_000)
      process.kill(pid, 'SIGCONT')
    })
  })

  test('a portal that is cut off from the database gets no callers', async (t) => {
    const result = await underLoad(t, async () => {
      for (const line of lines) line.cut()
      await wait(15_000)
      for (const line of lines) line.mend()
    })
    assert.deepEqual(result.failedReads, {}, 'its pages come from memory')
  })

  test('kill -9 of the leader of etcd', async (t) => {
    await underLoad(t, async () => {
      const leader = await etcdLeaderOf(places)
      cluster.etcd[places.members.indexOf(leader)]?.signal('SIGKILL')
    })
  })

  test('R10 a rolling restart of all portals fails no request', async (t) => {
    const result = await underLoad(t, async () => {
      for (const portal of cluster.portals) {
        await portal.stop()
        portal.startAgain()
        await cluster.ready()
      }
    })
    assert.deepEqual([result.failedReads, result.failedTries], [{}, {}])
  })

  test('R12 a restore to a moment: what was acknowledged before is there, what came later is not', async (t) => {
    const primary = await primaryOf(places)
    asPostgres(cluster, primary, 'pgbackrest', ['backup', '--type=full', '--start-fast'])
    const earlier = await underLoad(t, async () => {}, 0)
    const [{ moment } = { moment: '' }] = await db.rows<{ moment: string }>(sql`select now()::text as moment`)
    const later = await underLoad(t, async () => {}, 0)
    asPostgres(cluster, primary, 'psql', ['-p', String(primary.postgres), '-c', 'select pg_switch_wal()'])
    // A free port beside the cluster's ports.
    const port = places.front + 9
    const began = performance.now()
    const stop = restoreTo(cluster, primary, { moment, port })
    const restored = connect(databaseUrl([port], 'portal_owner', cluster.passwords.owner))
    try {
      await until(
        'the server has recovered to the moment',
        () =>
          restored
            .row<{ recovers: boolean }>(sql`select pg_is_in_recovery() as recovers`)
            // It takes no connection before it has read enough of the WAL.
            .catch(() => undefined),
        (row) => row?.recovers === false,
        120_000,
      )
      assert.deepEqual(await lostOf(restored, earlier.acknowledged), [])
      assert.equal((await lostOf(restored, later.acknowledged)).length, later.acknowledged.size)
      const { status, output } = verifyLog(cluster, {
        DATABASE_URL: databaseUrl([port], 'portal_app', cluster.passwords.portal),
        DATABASE_OWNER_URL: databaseUrl([port], 'portal_owner', cluster.passwords.owner),
      })
      t.diagnostic(`restored and verified in ${((performance.now() - began) / 1_000).toFixed(0)} s`)
      // The published log has more events than the restored database. That must be the only error.
      assert.equal(status, 1, output)
      assert.match(
        output,
        /\n1 fault\.\nThe published checkpoint covers [\d,]+ leaves, the database only [\d,]+\.\n/,
      )
    } finally {
      await restored.close()
      stop()
    }
  })

  test('R1 after all of this, each submission has one email, and the log verifies', async (t) => {
    assert.deepEqual(await lost(acknowledged), [])
    const { messages, copies } = await emailsOf(db, cluster)
    const references = [...acknowledged.values()].map(({ reference_number }) => reference_number)
    t.diagnostic(
      `${acknowledged.size} acknowledged, ${copies} emails delivered, ${copies - messages.size} of them a second copy`,
    )
    assert.deepEqual(
      references.filter((reference) => messages.get(reference)?.size !== 1),
      [],
    )
    const { status, output } = verifyLog(cluster)
    assert.equal(status, 0, output)
  })
})

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { recording } from '../../server/transparency/record.ts'
import { SUBMIT } from '../support/answers.ts'
import { clamdPeer } from '../support/clamd-peer.ts'
import { freePort } from '../support/crowd.ts'
import { dataFolder, processesOf, type Running, startPortal } from '../support/program.ts'
import { hasPrometheus, startPrometheus } from '../support/prometheus.ts'
import { s3Peer, S3_KEY } from '../support/s3-peer.ts'
import { smtpPeer } from '../support/smtp-peer.ts'

// R17: each fault of the portal raises an alarm in a real Prometheus within a minute. Each test causes a
// fault, waits for its alerts, ends the fault and waits until they end.

const skip = process.platform !== 'linux' || !hasPrometheus()

const folder = dataFolder()
let portal: Running
let db: Db
let prometheus: Awaited<ReturnType<typeof startPrometheus>>
let scanner: Awaited<ReturnType<typeof clamdPeer>>
let store: Awaited<ReturnType<typeof s3Peer>>
let mail: Awaited<ReturnType<typeof smtpPeer>>
let start: () => Promise<Running>

before(async () => {
  if (skip) return
  ;[scanner, store, mail] = await Promise.all([clamdPeer(), s3Peer(), smtpPeer()])
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    CLAMD_URL: scanner.url,
    STORAGE_URL: `s3://bucket/files?region=eu-west-1&endpoint=${encodeURIComponent(store.url)}`,
    AWS_ACCESS_KEY_ID: S3_KEY.id,
    AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'jobs@example.org',
    // Fewer database connections than calls at a time, so that calls wait for connections.
    CALLS_AT_ONCE: '64',
  }
  start = () => startPortal(folder.path, { env })
  portal = await start()
  db = connect(folder.databaseUrl())
  prometheus = await startPrometheus(metricsPort)
})
after(async () => {
  if (skip) return
  await prometheus.stop()
  await db.close()
  await portal.stop()
  await Promise.all([scanner.stop(), store.stop(), mail.close()])
  await folder.drop()
})

const raised = (...alerts: string[]) => prometheus.raised(...alerts)
const ended = (...alerts: string[]) => prometheus.ended(...alerts)
const signalAll = (processes: number[], name: NodeJS.Signals) => {
  for (const pid of processes)
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended meanwhile.
    }
}
/**
 * Sends a call and reads its answer. It does not fail without an answer, because many calls here get none.
 */
const ask = (path: string, headers: Record<string, string> = {}, body?: string) =>
  fetch(portal.url + path, {
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { method: 'POST', body } : {}),
    signal: AbortSignal.timeout(10_000),
  })
    .then((answer) => answer.arrayBuffer())
    .catch(() => undefined)
/** Repeats `work` until `during` is over. */
async function meanwhile(work: () => Promise<unknown>, during: () => Promise<unknown>) {
  let isOver = false
  const working = (async () => {
    while (!isOver) await work()
  })()
  await during().finally(() => (isOver = true))
  await working
}

describe('R17 each fault raises its alarm within a minute, and the alarm ends within two', { skip }, () => {
  test('no fault, no alarm', async () => {
    for (let second = 0; second < 10; second++) {
      assert.deepEqual(await prometheus.firing(), [])
      await wait(1_000)
    }
  })
  test('store, scanner, mail server, checkpoint writer; a job that closes', {
    timeout: 240_000,
  }, async () => {
    const alerts = [
      'PortalStoreAway',
      'PortalScannerAway',
      'PortalMailAway',
      'PortalEmailsLate',
      'PortalCheckpointLag',
      'PortalJobCloses',
    ]
    const lock = new pg.Client({ connectionString: folder.databaseUrl() })
    await lock.connect()
    scanner.manner = 'silent'
    store.failing.push(...Array<number>(10_000).fill(503))
    mail.manner = 'busy'
    // Queue four emails, and make them ten minutes old.
    for (let index = 0; index < 4; index++)
      await fetch(`${portal.url}/api/newsletter/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.4.${index}.1` },
        body: JSON.stringify({ email: `reader${index}@example.com` }),
      })
    await db.run(sql`update outbox set created_at = created_at - interval '10 minutes'`)
    // Take the lock of the checkpoint writers, so that no event reaches a checkpoint.
    await lock.query(`begin; select pg_advisory_xact_lock(hashtext('portal-log'))`)
    await db.run(recording({ kind: 'submission', digest: randomBytes(32), now: new Date() }))
    const job = await db.row<{ id: number; expiry_date: Date }>(
      sql`select id, expiry_date from jobs where is_active and closes > now() and expiry_date is not null order by id limit 1`,
    )
    await db.run(sql`update jobs set expiry_date = now() + interval '50 minutes' where id = ${job?.id}`)
    await raised(...alerts)
    scanner.manner = 'right'
    store.failing.length = 0
    mail.manner = 'take'
    await lock.query('rollback')
    await lock.end()
    await db.run(sql`update outbox set run_at = now()`)
    await db.run(sql`update jobs set expiry_date = ${job?.expiry_date} where id = ${job?.id}`)
    await ended(...alerts)
  })
  test('the database is stopped', { timeout: 200_000 }, async () => {
    const stopped = processesOf(folder.postmaster() ?? 0)
    signalAll(stopped, 'SIGSTOP')
    await raised('PortalDatabaseAway').finally(() => signalAll(stopped, 'SIGCONT'))
    await ended('PortalDatabaseAway')
  })
  test('the database only reads', { timeout: 200_000 }, async () => {
    const owner = new pg.Client({ connectionString: folder.databaseUrl() })
    await owner.connect()
    await owner.query('alter system set default_transaction_read_only = on')
    await owner.query('select pg_reload_conf()')
    await raised('PortalDatabaseReadOnly').finally(async () => {
      // The owner's connection is read-only as well. So it must first allow itself to write.
      await owner.query('set default_transaction_read_only = off')
      await owner.query('alter system reset default_transaction_read_only')
      await owner.query('select pg_reload_conf()')
      await owner.end()
    })
    await ended('PortalDatabaseReadOnly')
  })
  test('calls fail', { timeout: 240_000 }, async () => {
    const owner = new pg.Client({ connectionString: folder.databaseUrl() })
    await owner.connect()
    await owner.query('alter table job_types rename to job_types_gone')
    await meanwhile(
      () => ask('/api/job-types/').then(() => wait(200)),
      () => raised('PortalErrors', 'PortalManyErrors'),
    ).finally(() => owner.query('alter table job_types_gone rename to job_types').then(() => owner.end()))
    await ended('PortalErrors', 'PortalManyErrors')
  })
  test('calls wait for connections, and submits are shed', { timeout: 240_000 }, async () => {
    const owner = new pg.Client({ connectionString: folder.databaseUrl() })
    await owner.connect()
    // Lock the tables for which every call with a session token waits.
    await owner.query('begin; lock table users, sessions in access exclusive mode')
    const token = `Token ${'x'.repeat(43)}`
    let [caller, isOver] = [0, false]
    const keepAsking = async (path: string, body?: string) => {
      while (!isOver) {
        const from = `10.${caller % 90}.${++caller % 250}.${caller % 200}`
        await ask(path, { authorization: token, 'x-forwarded-for': from }, body)
      }
    }
    const callers = Promise.all([
      ...Array.from({ length: 60 }, () => keepAsking('/api/notifications/')),
      ...Array.from({ length: 120 }, () => keepAsking(SUBMIT, '{"job_id":1}')),
    ])
    const alerts = ['PortalConnectionsExhausted', 'PortalSheddingSubmits', 'PortalQueueing']
    await raised(...alerts).finally(async () => {
      isOver = true
      await owner.query('rollback')
      await owner.end()
    })
    await callers
    await ended(...alerts)
  })
  test('the process lacks processor time', { timeout: 200_000 }, async () => {
    await meanwhile(
      // Let the process run for only 250 of each 650 ms.
      async () => {
        process.kill(portal.pid, 'SIGSTOP')
        await wait(400)
        process.kill(portal.pid, 'SIGCONT')
        await wait(250)
      },
      () => raised('PortalEventLoopBlocked'),
    )
    await ended('PortalEventLoopBlocked')
  })
  test('the portal reduces its work', { timeout: 200_000 }, async () => {
    // Set the load level repeatedly, because the portal lowers a level that its load does not justify.
    const raiseLevel = () =>
      db.run(sql`update brownout set level = 4, level_at = now(), version = version + 1`)
    await meanwhile(
      () => Promise.all([raiseLevel(), ask('/api/jobs/list/'), ask('/api/job-types/')]).then(() => wait(100)),
      () => raised('PortalBrownout', 'PortalSheddingCalls'),
    ).finally(() => db.run(sql`update brownout set level = 0, version = version + 1`))
    await ended('PortalBrownout', 'PortalSheddingCalls')
  })
  test('the process is killed', { timeout: 200_000 }, async () => {
    await portal.stop('SIGKILL')
    await raised('PortalDown')
    portal = await start()
    await ended('PortalDown')
  })
})

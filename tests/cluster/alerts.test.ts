import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { sql } from '../../server/database/connect.ts'
import { recording } from '../../server/transparency/record.ts'
import { clamdPeer } from '../support/clamd-peer.ts'
import { processesOf } from '../support/program.ts'
import { s3Peer, S3_KEY } from '../support/s3-peer.ts'
import { smtpPeer } from '../support/smtp-peer.ts'
import { meanwhile, skip, type WatchedPortal, watchedPortal } from './watched-portal.ts'

// Each fault of the portal raises an alarm in a real Prometheus within a minute (R17). Each test causes a
// fault, waits for its alerts, ends the fault and waits until they end.

let watched: WatchedPortal
let scanner: Awaited<ReturnType<typeof clamdPeer>>
let store: Awaited<ReturnType<typeof s3Peer>>
let mail: Awaited<ReturnType<typeof smtpPeer>>

before(async () => {
  if (skip) return
  ;[scanner, store, mail] = await Promise.all([clamdPeer(), s3Peer(), smtpPeer()])
  watched = await watchedPortal({
    CLAMD_URL: scanner.url,
    STORAGE_URL: `s3://bucket/files?region=eu-west-1&endpoint=${encodeURIComponent(store.url)}`,
    AWS_ACCESS_KEY_ID: S3_KEY.id,
    AWS_SECRET_ACCESS_KEY: S3_KEY.secret,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'jobs@example.org',
  })
})
after(async () => {
  if (skip) return
  await watched.close()
  await Promise.all([scanner.stop(), store.stop(), mail.close()])
})

const raised = (...alerts: string[]) => watched.prometheus.raised(...alerts)
const ended = (...alerts: string[]) => watched.prometheus.ended(...alerts)
const signalAll = (processes: number[], name: NodeJS.Signals) => {
  for (const pid of processes)
    try {
      process.kill(pid, name)
    } catch {
      // The process has ended meanwhile.
    }
}

describe('R17 each fault raises its alarm within a minute, and the alarm ends within two', { skip }, () => {
  test('no fault, no alarm', async () => {
    for (let second = 0; second < 10; second++) {
      assert.deepEqual(await watched.prometheus.firing(), [])
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
    const lock = new pg.Client({ connectionString: watched.folder.databaseUrl() })
    await lock.connect()
    scanner.manner = 'silent'
    store.failing.push(...Array<number>(10_000).fill(503))
    mail.manner = 'busy'
    // Queue four emails, and make them ten minutes old.
    for (let index = 0; index < 4; index++)
      await fetch(`${watched.url}/api/newsletter/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.4.${index}.1` },
        body: JSON.stringify({ email: `reader${index}@example.com` }),
      })
    await watched.db.run(sql`update outbox set created_at = created_at - interval '10 minutes'`)
    // Take the lock of the checkpoint writers, so that no event reaches a checkpoint.
    await lock.query(`begin; select pg_advisory_xact_lock(hashtext('portal-log'))`)
    await watched.db.run(recording({ kind: 'submission', digest: randomBytes(32), now: new Date() }))
    const job = await watched.db.row<{ id: number; expiry_date: Date }>(
      sql`select id, expiry_date from jobs where is_active and closes > now() and expiry_date is not null order by id limit 1`,
    )
    await watched.db.run(
      sql`update jobs set expiry_date = now() + interval '50 minutes' where id = ${job?.id}`,
    )
    await raised(...alerts)
    scanner.manner = 'right'
    store.failing.length = 0
    mail.manner = 'take'
    await lock.query('rollback')
    await lock.end()
    await watched.db.run(sql`update outbox set run_at = now()`)
    await watched.db.run(sql`update jobs set expiry_date = ${job?.expiry_date} where id = ${job?.id}`)
    await ended(...alerts)
  })
  test('the database is stopped', { timeout: 200_000 }, async () => {
    const stopped = processesOf(watched.folder.postmaster() ?? 0)
    signalAll(stopped, 'SIGSTOP')
    await raised('PortalDatabaseAway').finally(() => signalAll(stopped, 'SIGCONT'))
    await ended('PortalDatabaseAway')
  })
  test('the database only reads', { timeout: 200_000 }, async () => {
    const owner = new pg.Client({ connectionString: watched.folder.databaseUrl() })
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
    const owner = new pg.Client({ connectionString: watched.folder.databaseUrl() })
    await owner.connect()
    await owner.query('alter table job_types rename to job_types_gone')
    await meanwhile(
      () => watched.ask('/api/job-types/').then(() => wait(200)),
      () => raised('PortalErrors', 'PortalManyErrors'),
    ).finally(() => owner.query('alter table job_types_gone rename to job_types').then(() => owner.end()))
    await ended('PortalErrors', 'PortalManyErrors')
  })
  test('the process is killed', { timeout: 200_000 }, async () => {
    await watched.portal().stop('SIGKILL')
    await raised('PortalDown')
    await watched.startAgain()
    await ended('PortalDown')
  })
})

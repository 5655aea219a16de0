import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { receiptKeyFrom } from '../../server/transparency/key.ts'
import { recording } from '../../server/transparency/record.ts'
import { backupPlace } from '../support/backups.ts'
import { clamdPeer } from '../support/clamd-peer.ts'
import { drafts } from '../support/drafts.ts'
import { falseClock, hasFalseClock } from '../support/false-clock.ts'
import { until } from '../support/jobs.ts'
import { type Server, startServer } from '../support/postgres.ts'
import { dataFolder, freePort, type Running, startPortal } from '../support/program.ts'
import { hasPrometheus, startPrometheus } from '../support/prometheus.ts'
import { smtpPeer } from '../support/smtp-peer.ts'
import { type WitnessPeer, witnessPeer } from '../support/witness-peer.ts'

// Faults that take minutes or hours to show raise their alerts too (R17). Each test causes a fault, waits for
// its alerts, ends the fault and waits until they end.

const skip = process.platform !== 'linux' || !hasPrometheus() || !hasFalseClock()

const folder = dataFolder()
const files = join(folder.path, 'files')
const backups = backupPlace()
let clock: ReturnType<typeof falseClock>
let server: Server
let db: Db
let portal: Running
let prometheus: Awaited<ReturnType<typeof startPrometheus>>
let scanner: Awaited<ReturnType<typeof clamdPeer>>
let mail: Awaited<ReturnType<typeof smtpPeer>>
let witness: WitnessPeer
let start: () => Promise<Running>

/** The log's published checkpoint, or nothing if there is none yet. */
const published = () =>
  fetch(`${portal.url}/log/checkpoint`).then((answer) => (answer.ok ? answer.text() : ''))
/** Adds an event to the public log, so that a new checkpoint becomes due. */
const recordOne = () => db.run(recording({ kind: 'submission', digest: randomBytes(32), now: new Date() }))

before(async () => {
  if (skip) return
  clock = falseClock()
  ;[server, scanner, mail] = await Promise.all([
    startServer({ wrapped: clock.wrapped }),
    clamdPeer(),
    smtpPeer(),
  ])
  mkdirSync(files)
  const [port, metricsPort] = [await freePort(), await freePort()]
  const env = {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    TRUST_PROXY: '127.0.0.1',
    METRICS_PORT: String(metricsPort),
    DATABASE_URL: server.url,
    CLAMD_URL: scanner.url,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: 'jobs@example.org',
  }
  // Start the portal twice, because the witness must know the log's key, which the first start makes.
  portal = await startPortal(folder.path, { env })
  db = connect(server.url)
  await recordOne()
  const note = await until('a checkpoint', published, Boolean)
  await portal.stop()
  const key = receiptKeyFrom(
    readFileSync(join(folder.path, 'receipts.key'), 'utf8'),
    note.split('\n')[0] ?? '',
  )
  witness = await witnessPeer(key)
  // The witness has no checkpoint of this log yet.
  witness.known.size = 0
  start = () =>
    startPortal(folder.path, {
      env: { ...env, ...backups.env, WITNESSES: `${witness.url}/ ${witness.vkey}` },
      disk: files,
    })
  portal = await start()
  prometheus = await startPrometheus(metricsPort, { isQuick: true })
})
after(async () => {
  if (skip) return
  await prometheus.stop()
  await db.close()
  await portal.stop()
  await Promise.all([scanner.stop(), mail.close(), witness.close()])
  await Promise.all([folder.drop(), server.drop()])
  backups.drop()
  clock.drop()
})

describe('R17 faults that are seen only after minutes raise their alarms, which end with them', {
  skip,
}, () => {
  test('no fault, no alarm', async () => {
    for (let second = 0; second < 10; second++) {
      assert.deepEqual(await prometheus.firing(), [])
      await wait(1_000)
    }
  })
  test('emails are refused, and one waits for hours', { timeout: 240_000 }, async () => {
    const subscribe = (index: number) =>
      fetch(`${portal.url}/api/newsletter/`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.4.${index}.1` },
        body: JSON.stringify({ email: `reader${index}@example.com` }),
      })
    mail.manner = 'no such mailbox'
    for (let index = 0; index < 30; index++) await subscribe(index)
    await prometheus.raised('PortalEmailsRefused')
    mail.manner = 'greylist'
    await subscribe(40)
    await db.run(sql`update outbox set created_at = created_at - interval '7 hours' where dead_at is null`)
    await prometheus.raised('PortalEmailsPilingUp')
    mail.manner = 'take'
    await db.run(sql`update outbox set run_at = now() where dead_at is null`)
    await prometheus.ended('PortalEmailsRefused', 'PortalEmailsPilingUp')
  })
  test('documents wait for the scanner', { timeout: 240_000 }, async () => {
    scanner.manner = 'silent'
    const people = await drafts(db, 510)
    await db.run(sql`
      insert into application_documents (application_id, kind, hash, size, type, name, state, scan_due, uploaded_at)
      select id, 'cv', sha256(id::text::bytea), 1000, 'pdf', 'cv.pdf', 'unscanned', now() + interval '1 day', now()
      from unnest(${people.map(({ id }) => id)}::bigint[]) id`)
    await prometheus.raised('PortalDocumentsWaiting')
    scanner.manner = 'right'
    await db.run(sql`delete from application_documents`)
    await prometheus.ended('PortalDocumentsWaiting')
  })
  test('the disk for arriving files is nearly full', { timeout: 240_000 }, async () => {
    // At this path, only the portal sees a disk of 32 MB. All but 2 MB of it is filled.
    const there = join(`/proc/${portal.pid}/root`, files)
    const { bavail, bsize } = statfsSync(there)
    writeFileSync(join(there, 'ballast'), Buffer.alloc(bavail * bsize - 2_000_000))
    await prometheus.raised('PortalDiskFull')
    rmSync(join(there, 'ballast'))
    await prometheus.ended('PortalDiskFull')
  })
  test('the place of the backups is away', { timeout: 240_000 }, async () => {
    const away = `${backups.to}-away`
    await portal.stop()
    renameSync(backups.to, away)
    writeFileSync(backups.to, 'no folder')
    portal = await start()
    await prometheus.raised('PortalBackupFailed')
    await prometheus.raised('PortalBackupLate')
    rmSync(backups.to)
    renameSync(away, backups.to)
    await prometheus.ended('PortalBackupLate', 'PortalBackupFailed')
  })
  test('a witness saw another log', { timeout: 240_000 }, async () => {
    const { known } = witness
    witness.known = { ...known, size: 10_000 }
    await recordOne()
    await prometheus.raised('PortalWitnessContradicts')
    witness.known = known
    await recordOne()
    await prometheus.ended('PortalWitnessContradicts')
  })
  test('the process starts again and again', { timeout: 240_000 }, async () => {
    for (let times = 0; times < 3; times++) {
      await portal.stop('SIGKILL')
      portal = await start()
      await wait(1_500)
    }
    await prometheus.raised('PortalRestarts')
    await prometheus.ended('PortalRestarts')
  })
  test('the database lacks published entries', { timeout: 240_000 }, async () => {
    const present = join(server.folder.path, 'postgres')
    const [older, newer] = [`${present}-older`, `${present}-newer`]
    await db.close()
    await portal.stop()
    await server.stop('SIGINT')
    spawnSync('cp', ['-a', present, older])
    // Replaces the present copy of the database by another. An older copy lacks what was published after it.
    const restore = async (from: string, keepAs: string) => {
      renameSync(present, keepAs)
      renameSync(from, present)
      await server.start()
    }
    await server.start()
    portal = await start()
    db = connect(server.url)
    const before = await published()
    await recordOne()
    await until('another checkpoint', published, (note) => note !== before)
    await db.close()
    await portal.stop()
    await server.stop('SIGINT')
    await restore(older, newer)
    portal = await start()
    await prometheus.raised('PortalLogContradiction')
    await portal.stop()
    await server.stop('SIGINT')
    await restore(newer, older)
    portal = await start()
    db = connect(server.url)
    await prometheus.ended('PortalLogContradiction')
  })
  test('the clock of the database jumps', { timeout: 240_000 }, async () => {
    let [seconds, isOver] = [0, false]
    const jumping = (async () => {
      while (!isOver) {
        // Every half second, move the false clock 10 seconds forward.
        clock.set((seconds += 10))
        await wait(500)
      }
    })()
    await prometheus.raised('PortalNotReady').finally(() => (isOver = true))
    await jumping
    clock.set(0)
    await prometheus.ended('PortalNotReady')
  })
})

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { connect, type Db, sql } from '../../server/database/connect.ts'
import { startEmbedded } from '../../server/database/embedded.ts'
import { archiveNow, backupPlace, portalCommand } from '../support/backups.ts'
import { fill, tokenOf } from '../support/crowd.ts'
import { until } from '../support/jobs.ts'
import { dataFolder, type Running, startPortal } from '../support/program.ts'
import { S3_KEY, s3Peer } from '../support/s3-peer.ts'
import { pdf } from '../support/sample-files.ts'

// A backup has everything that was acknowledged before its last WAL file, a piece of the database's journal
// (R12). A restore detects any damage. The portal runs while it makes the backup.

type Crowd = Awaited<ReturnType<typeof fill>>
/** A submitted application. `file`: the hash of its document. */
type Sent = { id: number; reference: string; file?: string }

const place = backupPlace()
const folder = dataFolder()
const env = { ...place.env, TRUST_PROXY: '127.0.0.1' }
const keysFile = join(place.path, 'keys')
/**
 * Options of the command `restore`: the copy of the portal's keys, and the passphrase that decrypts the copy.
 */
const keys = ['--keys', keysFile, '--passphrase', place.passphraseFile]
let portal: Running
let crowd: Crowd
let next = 0
const sent: Sent[] = []
/** The time after the first submissions, but before a mistake changed all their reference numbers. */
let beforeMistake: Date

const call = (path: string, person: number, init: RequestInit) =>
  fetch(portal.url + path, {
    ...init,
    headers: {
      authorization: `Token ${tokenOf(person)}`,
      'x-forwarded-for': `10.1.${person & 255}.1`,
      ...init.headers,
    },
  })

/** Submits the next applications. Every third one has a document. */
async function submit(count: number): Promise<Sent[]> {
  const made: Sent[] = []
  for (let index = 0; index < count; index++) {
    const id = crowd.first + next
    const person = crowd.firstPerson + next
    let file: string | undefined
    if (next % 3 === 0) {
      const bytes = pdf(`% ${id}`)
      const form = new FormData()
      form.set('file', new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }), 'cv.pdf')
      const answer = await call(`/api/job-applications/${id}/documents/cv/`, person, {
        method: 'PUT',
        body: form,
      })
      assert.equal(answer.status, 200, await answer.text())
      file = createHash('sha256').update(bytes).digest('hex')
    }
    const answer = await call(`/api/job-applications/update/${id}/`, person, {
      method: 'PUT',
      body: '{}',
      headers: { 'content-type': 'application/json', 'idempotency-key': `key-${id}` },
    })
    const text = await answer.text()
    assert.equal(answer.status, 200, text)
    const { receipt } = JSON.parse(text) as { receipt: { reference_number: string } }
    made.push({ id, reference: receipt.reference_number, ...(file ? { file } : {}) })
    next++
  }
  return made
}

/** Starts the database of a folder without the portal, lets `work` use it, and stops it. */
async function inDatabase<Result>(dataDir: string, work: (db: Db) => Promise<Result>): Promise<Result> {
  const database = await startEmbedded(dataDir)
  const db = connect(database.url)
  try {
    return await work(db)
  } finally {
    await db.close()
    await database.stop()
  }
}

const referencesIn = (dataDir: string) =>
  inDatabase(dataDir, async (db) => {
    const rows = await db.rows<{ id: number; reference: string }>(
      sql`select id, reference_number as reference from job_applications where is_completed`,
    )
    return new Map(rows.map(({ id, reference }) => [id, reference]))
  })

/** The submitted applications that a restored folder lacks, or has without their documents. */
const lost = (dataDir: string, found: Map<number, string>, wanted: Sent[]) =>
  wanted.filter(({ id, reference, file }) => {
    const path = file === undefined ? undefined : join(dataDir, 'files', file.slice(0, 2), file)
    return found.get(id) !== reference || (path !== undefined && !existsSync(path))
  })

/** Restores the backup at `from` into a new folder. The caller must delete the folder. */
async function restored(from: string, ...options: string[]) {
  const target = dataFolder()
  const { BACKUP_KEY_FILE } = place.env
  const result = await portalCommand(['restore', from, ...keys, ...options], target.path, { BACKUP_KEY_FILE })
  return { target, ...result }
}

/** Waits until a checkpoint of the published log includes every submission and is also stored as a file. */
async function untilLogIsPublished() {
  const db = connect(folder.databaseUrl())
  await until(
    'the submissions are in the published log',
    async () => {
      const row = await db.row<{ count: number; size: number }>(
        sql`select (select count(*) from log_pending) as count, (select max(size) from log_checkpoints) as size`,
      )
      const file = join(folder.path, 'log/checkpoint')
      return row?.count === 0 && existsSync(file) && readFileSync(file, 'utf8').includes(`\n${row.size}\n`)
    },
    (isPublished) => isPublished,
  )
  await db.close()
}

before(async () => {
  portal = await startPortal(folder.path, { env })
  await until(
    'the first base backup is made',
    async () => portal.output.includes('backup.made'),
    (isMade) => isMade,
    60_000,
  )
  const db = connect(folder.databaseUrl())
  crowd = await fill(db, 1)
  sent.push(...(await submit(12)))
  await untilLogIsPublished()
  const { code, errors } = await portalCommand(
    ['backup', 'keys', keysFile, '--passphrase', place.passphraseFile],
    folder.path,
    place.env,
  )
  assert.equal(code, 0, errors)
  await archiveNow(folder.databaseUrl(), place.archived)
  await db.close()
})
after(async () => {
  await folder.drop()
  place.drop()
})

describe('R12 a backup restores', () => {
  test('R12 everything that was confirmed before the last archived WAL file is there after a kill', async () => {
    const later = await submit(2)
    await portal.stop('SIGKILL')
    process.kill(folder.postmaster() ?? 0, 'SIGKILL')
    const { target, code, output, errors } = await restored(place.to)
    try {
      assert.equal(code, 0, output + errors)
      const found = await referencesIn(target.path)
      assert.deepEqual(lost(target.path, found, sent), [])
      // R12 allows the loss of applications that were submitted after the last WAL file.
      assert.equal(lost(target.path, found, later).length, later.length)
      const verified = await portalCommand(['log', 'verify'], target.path, {})
      assert.deepEqual([verified.code, verified.errors], [0, ''], verified.output)
      const again = await startPortal(target.path)
      assert.equal((await fetch(`${again.url}/api/jobs/list/`)).status, 200)
      assert.equal(await again.stop(), 0)
      assert.equal(again.errors, '')
    } finally {
      await target.drop()
      portal = await startPortal(folder.path, { env })
      sent.push(...later)
    }
  })
})

describe('R12 a restore with keys that are kept elsewhere', () => {
  test('R12 SECRET_KEY_FILE and RECEIPT_KEY_FILE are enough: no key need be in the folder', async () => {
    const target = dataFolder()
    const { code, output, errors } = await portalCommand(['restore', place.to], target.path, {
      BACKUP_KEY_FILE: place.env.BACKUP_KEY_FILE,
      SECRET_KEY_FILE: join(folder.path, 'secret.key'),
      RECEIPT_KEY_FILE: join(folder.path, 'receipts.key'),
    })
    assert.deepEqual([code, errors], [0, ''], output)
    assert.equal(existsSync(join(target.path, 'secret.key')), false)
    await target.drop()
  })
})

describe('R12 a drill', () => {
  const drill = (from: string, ...options: string[]) =>
    portalCommand(['backup', 'drill', from, ...options], folder.path, place.env)
  let note: string
  before(async () => {
    await untilLogIsPublished()
    note = readFileSync(join(folder.path, 'log/checkpoint'), 'utf8')
    await archiveNow(folder.databaseUrl(), place.archived)
  })
  test('R12 it restores beside the running portal, verifies everything and leaves nothing', async () => {
    const outside = place.file('checkpoint', note)
    const { code, output, errors } = await drill(place.to, '--checkpoint', outside)
    assert.deepEqual([code, errors], [0, ''], output)
    assert.match(
      output,
      /log verify: \d+ entries, 14 submissions, everything is correct\.\n.*A portal starts on it and answers\.\nThe backup is good\.\n$/,
    )
    assert.equal(existsSync(join(folder.path, 'drill')), false)
  })
  test('R12 it finds a log that differs from the checkpoint of another machine', async () => {
    // The third line of a checkpoint is the log's root hash.
    const other = place.file('other', note.replace(/^[A-Za-z0-9+/]{43}=$/m, `${'A'.repeat(43)}=`))
    const { code, output, errors } = await drill(place.to, '--checkpoint', other)
    assert.match(errors, /^The restored log of \d+ entries differs from the checkpoint from outside\.\n$/)
    assert.deepEqual([code, output.endsWith('The backup is not good: 1 fault.\n')], [1, true])
  })
  test('R12 to a bucket and back', async () => {
    const peer = await s3Peer()
    const bucket = `s3://bucket/portal?endpoint=${peer.url}`
    const keyOfBucket = { AWS_ACCESS_KEY_ID: S3_KEY.id, AWS_SECRET_ACCESS_KEY: S3_KEY.secret }
    const runIn = (...args: string[]) =>
      portalCommand(args, folder.path, { BACKUP_KEY_FILE: place.env.BACKUP_KEY_FILE, ...keyOfBucket })
    const made = await runIn('backup', bucket)
    assert.equal(made.code, 0, made.errors)
    const { code, output, errors } = await runIn('backup', 'drill', bucket)
    assert.deepEqual([code, errors], [0, ''], output)
    await peer.stop()
  })
})

describe('R12 a restore stops at a moment', () => {
  before(async () => {
    await archiveNow(folder.databaseUrl(), place.archived)
    const db = connect(folder.databaseUrl())
    const row = await db.row<{ at: Date }>(sql`select clock_timestamp() as at`)
    // Round up to the next millisecond: the database counts microseconds, but a JavaScript date does not.
    beforeMistake = new Date((row?.at.getTime() ?? 0) + 1)
    await db.row(sql`select pg_sleep(0.01)`)
    await db.run(sql`update job_applications set reference_number = 'gone-' || id where is_completed`)
    await db.close()
    await archiveNow(folder.databaseUrl(), place.archived)
  })
  test('R12 without a time, the mistake is restored too; a moment before it, it is not', async () => {
    for (const [options, expected] of [
      [[], sent.length],
      [['--until', beforeMistake.toISOString()], 0],
    ] as const) {
      const { target, code, output, errors } = await restored(place.to, ...options)
      assert.equal(code, 0, output + errors)
      const found = await referencesIn(target.path)
      assert.equal(lost(target.path, found, sent).length, expected, options.join(' '))
      await target.drop()
    }
  })
  test('R12 a moment after the end of the backup is refused, and so is one before it', async () => {
    for (const [moment, sentence] of [
      ['2125-01-01T00:00:00Z', /^The backup ends before 2125-01-01T00:00:00\.000Z; its newest WAL file/],
      ['2001-01-01T00:00:00Z', /^Every backup is newer than --until\.\n$/],
      ['2125-01-01', /^--until must be a moment/],
    ] as const) {
      const { target, code, errors } = await restored(place.to, '--until', moment)
      assert.equal(code, 1)
      assert.match(errors, sentence)
      assert.equal(existsSync(join(target.path, 'postgres')), false)
      await target.drop()
    }
  })
})

describe('R12 a bad backup fails loudly, before anything is touched', () => {
  // `copy`: the folder of a copied backup. A base is a whole copy of the database.
  const base = (copy: string) => join(copy, 'bases', readdirSync(join(copy, 'bases'))[0] ?? '')
  const wal = (copy: string) => readdirSync(join(copy, 'wal')).filter((name) => /^[\dA-F]{24}$/.test(name))
  /** Flips one bit in the middle of a file. */
  const flip = (file: string) => {
    const bytes = readFileSync(file)
    const middle = bytes.length >> 1
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    writeFileSync(file, bytes)
  }
  const firstFile = (copy: string) => {
    const shelf = readdirSync(join(copy, 'files'))[0] ?? ''
    return join(copy, 'files', shelf, readdirSync(join(copy, 'files', shelf))[0] ?? '')
  }
  /** The path of the newest WAL file for 1, or of the one before it for 2. */
  const walOf = (copy: string, fromEnd: number) => join(copy, 'wal', wal(copy).sort().at(-fromEnd) ?? '')
  /** Ways to damage a copy of the backup, and what the restore must say about each. */
  const DAMAGES: Record<string, [(copy: string) => void, RegExp]> = {
    'a flipped bit in the database': [
      (copy) => flip(join(base(copy), 'database.000000')),
      /^bases\/\S+\/database\.000000 is damaged/,
    ],
    'a database that is cut off': [
      (copy) => truncateSync(join(base(copy), 'database.000000'), 1_000_000),
      /database\.000000 is missing in the backup, or was cut off\.\n$/,
    ],
    'a flipped bit in the manifest': [(copy) => flip(join(base(copy), 'manifest')), /manifest is damaged/],
    'no manifest': [(copy) => rmSync(join(base(copy), 'manifest')), /^There is no finished backup\.\n$/],
    'a WAL file left out': [(copy) => rmSync(walOf(copy, 2)), /^The WAL file [\dA-F]{24} is missing/],
    'the last WAL file left out': [(copy) => rmSync(walOf(copy, 1)), /^The WAL file [\dA-F]{24} is missing/],
    'a WAL file under the name of another': [
      (copy) => copyFileSync(walOf(copy, 2), walOf(copy, 1)),
      /^wal\/[\dA-F]{24} is damaged, or it belongs to another place/,
    ],
    'a flipped bit in the WAL': [(copy) => flip(walOf(copy, 1)), /^wal\/[\dA-F]{24} is damaged/],
    "the applicants' files left out": [
      (copy) => rmSync(firstFile(copy)),
      /of the applicants' files are missing in the backup/,
    ],
    'a flipped bit in a file': [(copy) => flip(firstFile(copy)), /^files\/\S+ is damaged/],
    'no marker': [(copy) => rmSync(join(copy, 'installation')), /^There is no backup\.\n$/],
  }
  before(async () => {
    // Make a new base backup, which lists the applicants' files.
    const { code, errors } = await portalCommand(['backup'], folder.path, place.env)
    assert.equal(code, 0, errors)
    // Add more WAL files after that base backup.
    for (let file = 0; file < 3; file++) await archiveNow(folder.databaseUrl(), place.archived)
    const [older = '', newer = ''] = readdirSync(join(place.to, 'bases')).sort()
    assert.notEqual(newer, '')
    rmSync(join(place.to, 'bases', older), { recursive: true })
  })
  for (const [what, [damage, sentence]] of Object.entries(DAMAGES))
    test(`R12 ${what}`, async () => {
      const copy = place.copy()
      damage(copy)
      const { target, code, errors } = await restored(copy)
      assert.equal(code, 1)
      assert.match(errors, sentence)
      assert.deepEqual(
        readdirSync(target.path).filter((name) => !name.endsWith('.key')),
        [],
      )
      await target.drop()
      rmSync(copy, { recursive: true })
    })
  test('R12 another key, and a folder that is not empty', async () => {
    const otherKey = { BACKUP_KEY_FILE: place.file('other.key', 'ab'.repeat(32)) }
    const target = dataFolder()
    const wrong = await portalCommand(['restore', place.to, ...keys], target.path, otherKey)
    assert.match(
      wrong.errors,
      /^The backup was encrypted with the key [\da-f]{8}, but BACKUP_KEY_FILE names the file of the key/,
    )
    writeFileSync(join(target.path, 'notes.txt'), '')
    const used = await portalCommand(['restore', place.to, ...keys], target.path, place.env)
    assert.match(used.errors, /which is not empty \(notes\.txt\): a restore needs an empty folder\.\n$/)
    rmSync(join(target.path, 'notes.txt'))
    const other = dataFolder()
    const keyless = await portalCommand(['restore', place.to], other.path, place.env)
    assert.match(keyless.errors, /secret\.key is missing: put the keys there first/)
    await other.drop()
    await target.drop()
  })
})

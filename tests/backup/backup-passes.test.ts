import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { BackupProblem, readBackupKey } from '../../server/backup/encrypt.ts'
import { fileName, writeList } from '../../server/backup/files.ts'
import { folderDestination } from '../../server/backup/folder-destination.ts'
import { writeManifest } from '../../server/backup/manifest.ts'
import { writePieces } from '../../server/backup/pieces.ts'
import { restore } from '../../server/backup/restore.ts'
import { archiver, startBackups } from '../../server/backup/schedule.ts'
import { openOwnVault, type Vault } from '../../server/backup/vault.ts'
import { listArchived } from '../../server/backup/wal-archive.ts'
import { readConfig } from '../../server/config.ts'
import { archiveFolder } from '../../server/database/archiving.ts'
import { openFiles } from '../../server/files/open-files.ts'
import { backupPlace, manifestOf, memoryVault } from '../support/backups.ts'
import { memoryFolder } from '../support/in-memory.ts'
import { until } from '../support/jobs.ts'

// Whole passes of the backup and of a restore, without a database.

const folder = mkdtempSync(join(memoryFolder(), 'portal-backup-passes-'))
after(() => rmSync(folder, { recursive: true }))
const log = () => {}

describe('R12 the time of the last backup, for the alarm', () => {
  for (const [isMade, times] of [
    [false, 1],
    [true, 2],
  ] as const)
    test(`R12 a pass of the archive ${isMade ? 'counts after' : 'does not count before'} the first base backup`, async (context) => {
      const place = backupPlace()
      context.after(place.drop)
      const dataDir = mkdtempSync(join(folder, 'data-'))
      const config = readConfig({
        ...place.env,
        DATA_DIR: dataDir,
        DATABASE_URL: 'postgresql://u@127.0.0.1:1/x',
      })
      openFiles(config)
      const key = readBackupKey(place.env.BACKUP_KEY_FILE)
      const vault = await openOwnVault(folderDestination(place.to), key, dataDir)
      if (isMade) await writeManifest(vault, manifestOf('2026-11-24T00-00-00'))
      const looked = Promise.withResolvers<void>()
      // The schedule asks for the time after it has looked for a base backup. The archive waits for that.
      const now = () => {
        looked.resolve()
        return new Date('2026-11-24T01:00:00Z')
      }
      const store = {
        async *olderThan() {
          await looked.promise
          yield* []
        },
      }
      let counted = 0
      const metrics = { backedUp: () => counted++ }
      const deps = { config, files: { store }, log, metrics, now }
      const workers = startBackups(deps as unknown as Parameters<typeof startBackups>[0])
      context.after(() => Promise.all(workers.map((work) => work.stop())))
      await until(
        'the first pass of the archive is over',
        async () => workers[0]?.isAtWork(),
        (isAtWork) => isAtWork === false,
      )
      assert.equal(counted, times)
    })
})

test('R12 a place that takes one file after the other is not away, however long all of them take', async () => {
  const { vault, dataDir } = await memoryVault(folder)
  const config = readConfig({ DATA_DIR: dataDir })
  openFiles(config)
  const [waiting, wal] = [archiveFolder(dataDir), '000000010000000000000001']
  mkdirSync(waiting)
  writeFileSync(join(waiting, wal), 'x')
  const silentMs = 10
  const endMs = performance.now() + 10 * silentMs
  // The first shelf has a next file until the end. One is copied in each turn of the event loop.
  const store = {
    async *olderThan(_ageMs: number, shelf: string) {
      for (let count = 0; shelf === '00' && performance.now() < endMs; count++) {
        await nextTurn()
        yield count.toString(16).padStart(64, '0')
      }
    },
    open: async () => Readable.from([Buffer.from('x')]),
  }
  const deps = { config, files: { store }, log, now: () => new Date() }
  await archiver(deps as unknown as Parameters<typeof archiver>[0], async () => vault, { silentMs })()
  assert.deepEqual(await listArchived(vault), [wal])
})

describe('R12 a restore', () => {
  const DOCUMENT = Buffer.from('a document')
  const HASH = createHash('sha256').update(DOCUMENT).digest('hex')
  const SHELF = HASH.slice(0, 2)

  /** Writes a document and a base backup that lists it. `stopFile` is the last WAL file of its database. */
  async function backUp(vault: Vault, id: string, stopFile?: string) {
    await vault.write(fileName(vault, HASH), Buffer.concat([Buffer.from(HASH, 'hex'), DOCUMENT]))
    const manifest = manifestOf(id, stopFile)
    const lists = [await writeList(vault, id, SHELF, [HASH])]
    // The stream of this database is empty, so its restore ends where it is unpacked.
    const parts = await writePieces(vault, `bases/${id}/database`, Readable.from([]))
    if (manifest.database) manifest.database.parts = parts
    // No disk has so many bytes.
    await writeManifest(vault, { ...manifest, files: { count: 1, bytes: 2 ** 60, lists } })
  }
  /** Restores into a new data folder. `hasDocument`: it has the document. `reported`: what was wrong. */
  async function restoreFrom(vault: Vault) {
    const dataDir = mkdtempSync(join(folder, 'restored-'))
    for (const key of ['secret.key', 'receipts.key']) writeFileSync(join(dataDir, key), 'x')
    const config = readConfig({ DATA_DIR: dataDir })
    const reported: string[] = []
    let problem: string | undefined
    try {
      await restore(config, vault, { step: log, report: (sentence) => reported.push(sentence) })
    } catch (error) {
      if (!(error instanceof BackupProblem)) throw error
      problem = error.message
    }
    const hasDocument = existsSync(join(dataDir, 'files', SHELF, HASH))
    return { problem, hasDocument, reported }
  }

  test('R12 documents need space on the disk before they are unpacked, and not once more for the database', async () => {
    const { vault } = await memoryVault(folder)
    await backUp(vault, '2026-11-24T00-00-00')
    assert.deepEqual(await restoreFrom(vault), { problem: undefined, hasDocument: true, reported: [] })
    const withHugeFiles: Vault = {
      ...vault,
      async *list(below) {
        for await (const found of vault.list(below))
          yield below.startsWith('files') ? { ...found, bytes: 2 ** 60 } : found
      },
    }
    const refused = await restoreFrom(withHugeFiles)
    assert.match(refused.problem ?? '', / MB free, but the restore needs about 1152921504607\.$/)
    assert.equal(refused.hasDocument, false)
    await backUp(vault, '2026-11-25T00-00-00', '000000010000000000000001')
    assert.match((await restoreFrom(vault)).problem ?? '', /ends too early/)
  })

  test('R12 an older base backup is used when the manifest of the newest is damaged, and the operator reads that', async () => {
    const { vault, objects } = await memoryVault(folder)
    const [older, newer] = ['2026-11-23T00-00-00', '2026-11-24T00-00-00']
    for (const id of [older, newer]) await backUp(vault, id)
    const damage = (id: string) => objects.set(`bases/${id}/manifest`, Buffer.from('damaged'))
    const sentence = `bases/${newer}/manifest is damaged: it is not an encrypted part of a backup.`
    damage(newer)
    assert.deepEqual(await restoreFrom(vault), {
      problem: undefined,
      hasDocument: true,
      reported: [`${sentence} The older backup of 2026-11-23T00:00:00.000Z is used instead.`],
    })
    damage(older)
    assert.deepEqual(await restoreFrom(vault), { problem: sentence, hasDocument: false, reported: [] })
  })
})

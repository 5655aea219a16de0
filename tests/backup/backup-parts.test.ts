import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { copyCluster } from '../../server/backup/base-backup.ts'
import { isBaseDue } from '../../server/backup/base-due.ts'
import { backupKeyFrom, BackupProblem } from '../../server/backup/encrypt.ts'
import { copyShelf } from '../../server/backup/files.ts'
import { folderDestination } from '../../server/backup/folder-destination.ts'
import { readPassphrase, restoreKeys, saveKeys } from '../../server/backup/keys.ts'
import { readManifest, writeManifest } from '../../server/backup/manifest.ts'
import { readPieces, writePieces } from '../../server/backup/pieces.ts'
import { prune } from '../../server/backup/prune.ts'
import { archiver } from '../../server/backup/schedule.ts'
import { readTar, TAR_END, tarHead, tarPadding } from '../../server/backup/tar.ts'
import { openOwnVault, openVault } from '../../server/backup/vault.ts'
import {
  archiveFiles,
  chainAfter,
  dropWaitingIfTooMany,
  listArchived,
} from '../../server/backup/wal-archive.ts'
import { fileNumberAt, fileNumberBefore, fileOf, nextFile } from '../../server/backup/wal-names.ts'
import { readConfig } from '../../server/config.ts'
import type { CopySession } from '../../server/database/copy-session.ts'
import { archiveFolder } from '../../server/database/archiving.ts'
import { folderStore } from '../../server/files/folder.ts'
import { KEY, manifestOf, memoryDestination, memoryVault } from '../support/backups.ts'
import { memoryFolder } from '../support/in-memory.ts'

const folder = mkdtempSync(join(memoryFolder(), 'portal-backup-parts-'))
after(() => rmSync(folder, { recursive: true }))
const wal = (number: number) => fileOf('00000001', number)

const emptyVault = () => memoryVault(folder)

/** The bytes in chunks. The default size is odd, so chunks do not end where the pieces of a backup end. */
async function* chunks(bytes: Buffer, size = 1_000_003) {
  for (let from = 0; from < bytes.length; from += size) yield bytes.subarray(from, from + size)
}
async function collect(source: AsyncIterable<Buffer>) {
  const pieces: Buffer[] = []
  for await (const piece of source) pieces.push(piece)
  return pieces
}
const all = async (source: AsyncIterable<Buffer>) => Buffer.concat(await collect(source))
/** Whether an error is a `BackupProblem` with such a sentence, which an operator reads. */
const isProblem = (sentence: RegExp) => (error: unknown) =>
  error instanceof BackupProblem && sentence.test(error.message)

describe('R12 T34 encrypted objects', () => {
  test('R12 each is readable with its key, in its place, whole', () => {
    const bytes = randomBytes(1_000)
    const encrypted = KEY.encrypt('a', bytes)
    assert.deepEqual(KEY.decrypt('a', encrypted), bytes)
    assert.notDeepEqual(KEY.encrypt('a', bytes), encrypted)
    assert.equal(encrypted.includes(bytes.subarray(0, 16)), false)
    for (const [index, damaged] of [
      ['in another place', encrypted, 'b'],
      ['cut off', encrypted.subarray(0, -1), 'a'],
      ['nothing', Buffer.alloc(0), 'a'],
      ...Array.from({ length: 12 }, (_, place) => {
        const copy = Buffer.from(encrypted)
        const position = place * 80 + 8
        copy[position] = (copy[position] ?? 0) ^ 1
        return [`a bit of byte ${position}`, copy, 'a'] as const
      }),
    ].entries() as Iterable<[number, readonly [string, Buffer, string]]>) {
      const [what, input, place] = damaged
      assert.throws(() => KEY.decrypt(place, input), isProblem(/damaged/), `${index} ${what}`)
    }
  })
  test('R12 another key is named', () => {
    const other = backupKeyFrom(Buffer.alloc(32, 2))
    assert.throws(
      () => other.decrypt('a', KEY.encrypt('a', Buffer.from('x'))),
      isProblem(
        new RegExp(
          `^a was encrypted with the key ${KEY.id}, but BACKUP_KEY_FILE names the file of the key ${other.id}\\.$`,
        ),
      ),
    )
  })
})

describe('R12 a stream in pieces', () => {
  test('R12 it comes back; a piece left out, exchanged or cut off at the end is found', async () => {
    const { objects, vault } = await emptyVault()
    const bytes = randomBytes(20 * 2 ** 20)
    const parts = await writePieces(vault, 'p', chunks(bytes))
    assert.ok(parts.length >= 3, `${parts.length} pieces`)
    assert.equal((await all(readPieces(vault, 'p', parts))).equals(bytes), true)
    await assert.rejects(all(readPieces(vault, 'p', parts.slice(0, -1))), isProblem(/damaged/))
    await assert.rejects(all(readPieces(vault, 'p', parts.slice(1))), isProblem(/missing in the manifest/))
    const [first = '', second = ''] = parts.map(({ name }) => name)
    const [firstBytes, secondBytes] = [objects.get(first), objects.get(second)]
    objects.set(first, secondBytes ?? Buffer.alloc(0)).set(second, firstBytes ?? Buffer.alloc(0))
    await assert.rejects(all(readPieces(vault, 'p', parts)), isProblem(/another place/))
    objects.delete(first)
    await assert.rejects(all(readPieces(vault, 'p', parts)), isProblem(/p\.000000 is missing in the backup/))
  })
  test('R12 an empty stream comes back empty', async () => {
    const { vault } = await emptyVault()
    const parts = await writePieces(vault, 'p', chunks(Buffer.alloc(0)))
    assert.equal((await all(readPieces(vault, 'p', parts))).length, 0)
  })
  test('R12 a tar gives its entries back, and one that ends early is found', async () => {
    const content = randomBytes(1_500)
    const tar = Buffer.concat([
      tarHead('base', 0, true),
      tarHead('base/1', content.length),
      content,
      tarPadding(content.length),
      tarHead('empty', 0),
      TAR_END,
    ])
    const entries = []
    for await (const { path, isFolder, content: read } of readTar(chunks(tar, 333)))
      entries.push([path, isFolder, (await all(read)).equals(path === 'base/1' ? content : Buffer.alloc(0))])
    assert.deepEqual(entries, [
      ['base', true, true],
      ['base/1', false, true],
      ['empty', false, true],
    ])
    const readCut = async () => {
      for await (const { content: read } of readTar(chunks(tar.subarray(0, 1_800)))) await all(read)
    }
    await assert.rejects(readCut(), isProblem(/ends too early/))
  })
})

describe('R12 whose backups these are', () => {
  test('R12 another portal, and this one once it is restored, cannot write among them', async () => {
    const { destination, dataDir } = await emptyVault()
    await openOwnVault(destination, KEY, dataDir)
    await assert.rejects(
      openOwnVault(destination, KEY, mkdtempSync(join(folder, 'data-'))),
      isProblem(/holds backups of another portal/),
    )
    const other = backupKeyFrom(Buffer.alloc(32, 2))
    await assert.rejects(openOwnVault(destination, other, dataDir), isProblem(/encrypted with the key/))
    await assert.rejects(openVault(destination, other), isProblem(/encrypted with the key/))
    await assert.rejects(openVault(memoryDestination().destination, KEY), isProblem(/^There is no backup\.$/))
  })
  test('R12 an object of another portal under the same key is found', async () => {
    const [ours, theirs] = [await emptyVault(), await emptyVault()]
    await theirs.vault.write('wal/x', Buffer.from('x'))
    ours.objects.set('wal/x', theirs.objects.get('wal/x') ?? Buffer.alloc(0))
    await assert.rejects(ours.vault.read('wal/x'), isProblem(/belongs to another place or another portal/))
  })
})

describe("R12 the portal's own keys", () => {
  const config = readConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')) })
  const elsewhere = () => readConfig({ DATA_DIR: mkdtempSync(join(folder, 'data-')) })
  const saved = join(folder, 'keys')
  const passphrase = 'a passphrase of many words'
  const KEYS = ['secret.key', 'receipts.key', 'receipts.key.earlier']
  const keysIn = ({ dataDir }: typeof config) => KEYS.map((name) => readFileSync(join(dataDir, name), 'utf8'))

  test('R12 they are in a file of their own, under a passphrase, and come back', async () => {
    for (const name of KEYS) writeFileSync(join(config.dataDir, name), `the content of ${name}`)
    await saveKeys(config, saved, passphrase)
    assert.doesNotMatch(Buffer.from(readFileSync(saved, 'utf8'), 'base64').toString('latin1'), /content/)
    const target = elsewhere()
    await restoreKeys(target, saved, passphrase)
    assert.deepEqual(keysIn(target), keysIn(config))
    await restoreKeys(target, saved, passphrase)
    writeFileSync(join(target.dataDir, 'secret.key'), 'another')
    await assert.rejects(restoreKeys(target, saved, passphrase), isProblem(/secret\.key is another key/))
  })
  test('R12 they come back into a data folder that is not there yet', async () => {
    const target = readConfig({ DATA_DIR: join(folder, 'new', 'data') })
    await restoreKeys(target, saved, passphrase)
    assert.deepEqual(keysIn(target), keysIn(config))
  })
  test('R12 the secret key is saved from the file that SECRET_KEY_FILE names, and comes back there', async () => {
    const named = (name: string) => {
      const dataDir = mkdtempSync(join(folder, 'data-'))
      return readConfig({ DATA_DIR: dataDir, SECRET_KEY_FILE: join(dataDir, name) })
    }
    const [source, target] = [named('here.key'), named('there.key')]
    writeFileSync(join(source.dataDir, 'here.key'), 'the key in use')
    writeFileSync(join(source.dataDir, 'secret.key'), 'a key of before')
    writeFileSync(join(source.dataDir, 'receipts.key'), 'signs')
    await saveKeys(source, join(folder, 'named'), passphrase)
    await restoreKeys(target, join(folder, 'named'), passphrase)
    assert.equal(readFileSync(join(target.dataDir, 'there.key'), 'utf8'), 'the key in use')
    assert.deepEqual(readdirSync(target.dataDir).sort(), ['receipts.key', 'there.key'])
  })
  test('R12 a wrong passphrase puts nothing, a short one saves nothing', async () => {
    const target = elsewhere()
    await assert.rejects(
      restoreKeys(target, saved, `${passphrase}.`),
      isProblem(/or its passphrase is another/),
    )
    assert.deepEqual(readdirSync(target.dataDir), [])
    writeFileSync(join(folder, 'short'), 'nineteen characters')
    assert.throws(() => readPassphrase(join(folder, 'short')), /at least 20 characters/)
  })
})

describe('R12 a folder of backups', () => {
  test('R12 an object that cannot be stored leaves nothing, so that a full disk does not stay full', async () => {
    const place = mkdtempSync(join(folder, 'place-'))
    mkdirSync(join(place, 'wal/taken'), { recursive: true })
    await assert.rejects(folderDestination(place).put('wal/taken', Buffer.alloc(100)))
    assert.deepEqual(readdirSync(join(place, 'wal')), ['taken'])
  })
  test('R12 a place where no folder can be made is an error, and not an endless wait', {
    skip: process.platform === 'linux' ? false : 'needs /proc',
    timeout: 10_000,
  }, async () => {
    await assert.rejects(folderDestination('/proc/none').put('wal/new', Buffer.alloc(100)), {
      code: 'ENOENT',
    })
  })
})

describe("R12 the applicants' files", () => {
  test('R12 a file that has changed on the disk is left out and counted, and stops no other file', async () => {
    const { vault, dataDir } = await emptyVault()
    const bytes = randomBytes(1_000)
    const hash = createHash('sha256').update(bytes).digest('hex')
    const shelf = hash.slice(0, 2)
    const root = join(dataDir, 'files')
    mkdirSync(join(root, shelf), { recursive: true })
    for (const name of [`${shelf}${'0'.repeat(62)}`, hash]) writeFileSync(join(root, shelf, name), bytes)
    const { hashes, damaged } = await copyShelf(vault, folderStore(root), shelf)
    assert.deepEqual([hashes, damaged], [[hash], 1])
  })
})

describe("R12 the list of the applicants' files", () => {
  test('R12 it leaves out a file that is deleted before it is copied, so that a restore does not miss it', async () => {
    const { vault, dataDir } = await emptyVault()
    const root = join(dataDir, 'files')
    mkdirSync(join(root, 'ab'), { recursive: true })
    writeFileSync(join(root, 'ab', 'ab'.repeat(32)), '')
    const store = { ...folderStore(root), open: async () => undefined }
    assert.deepEqual(await copyShelf(vault, store, 'ab'), { hashes: [], bytes: 0, damaged: 0 })
  })
})

describe('R12 archived WAL', () => {
  test('names follow each other, and positions lie in them', () => {
    assert.equal(nextFile('0000000100000000000000FF'), '000000010000000100000000')
    assert.deepEqual([fileNumberAt('0/2000028'), fileNumberBefore('0/2000000')], [2, 1])
    assert.equal(fileOf('00000001', fileNumberAt('1/1000000')), '000000010000000100000001')
  })
  test('R12 a missing file is found, in the middle and at the end', () => {
    const [earliest, middle, latest] = ['1', '2', '3'].map((digit) => `00000001000000000000000${digit}`) as [
      string,
      string,
      string,
    ]
    const newest = { file: latest, at: '2026-11-24T11:02:00.000Z' }
    assert.deepEqual(chainAfter(earliest, [middle, latest], newest), {
      files: [middle, latest],
      missing: undefined,
    })
    assert.deepEqual(chainAfter(earliest, [latest], newest), { files: [], missing: middle })
    assert.deepEqual(chainAfter(earliest, [middle], newest), { files: [middle], missing: latest })
    assert.deepEqual(chainAfter(earliest, [], undefined), { files: [], missing: undefined })
  })
  test('R12 a file that is there already is not replaced by another', async () => {
    const { vault } = await emptyVault()
    const waiting = mkdtempSync(join(folder, 'wal-'))
    const name = '000000010000000000000001'
    const archive = (text: string) => {
      writeFileSync(join(waiting, name), text)
      return archiveFiles(vault, { folder: waiting, names: [name], now: () => new Date() })
    }
    await archive('a')
    await archive('a')
    await assert.rejects(archive('b'), isProblem(/another database writes to it/))
  })
})

describe('R12 old backups', () => {
  const DAYS = ['2026-11-21', '2026-11-22', '2026-11-23', '2026-11-24']
  const idOf = (day: string) => `${day}T00-00-00`

  /** Four base backups, one each day, with ten WAL files between two of them. */
  async function fourBases() {
    const place = await emptyVault()
    for (const [index, day] of DAYS.entries()) {
      const part = await place.vault.write(`bases/${idOf(day)}/database.000000`, Buffer.from('x'), true)
      const manifest = manifestOf(idOf(day), wal(index * 10))
      if (manifest.database) manifest.database.parts = [part]
      await writeManifest(place.vault, manifest)
    }
    for (let number = 0; number < 40; number++)
      await place.vault.write(`wal/${wal(number)}`, Buffer.from('x'))
    const bases = () => [
      ...new Set(
        [...place.objects.keys()]
          .filter((name) => name.startsWith('bases/'))
          .map((name) => name.split('/')[1]),
      ),
    ]
    const firstWal = () => [...place.objects.keys()].filter((name) => name.startsWith('wal/')).sort()[0]
    return { ...place, bases, firstWal }
  }

  test('R12 the next base backup is due after the interval, and at once if a WAL file is missing', async () => {
    const { vault, destination } = await fourBases()
    const isDue = (time: string) => isBaseDue(vault, 24 * 3_600_000, new Date(time))
    assert.equal(await isDue('2026-11-24T23:59:00Z'), false)
    assert.equal(await isDue('2026-11-25T00:00:00Z'), true)
    await destination.remove(`wal/${wal(35)}`)
    assert.equal(await isDue('2026-11-24T23:59:00Z'), true)
    assert.equal(await isBaseDue((await emptyVault()).vault, 1, new Date(0)), true)
  })
  test('R12 the next base backup is due at once if the newest one is damaged', async () => {
    const newest = `bases/${idOf('2026-11-24')}`
    for (const part of ['manifest', 'database.000000']) {
      const { vault, objects } = await fourBases()
      objects.set(`${newest}/${part}`, Buffer.from('damaged'))
      assert.equal(await isBaseDue(vault, 24 * 3_600_000, new Date('2026-11-24T00:20:00Z')), true, part)
    }
  })
  test('R12 WAL files that wait for a backup that is away never fill the disk; then a new base is due', async () => {
    const { vault } = await fourBases()
    const waiting = mkdtempSync(join(folder, 'waiting-'))
    const write = (...numbers: number[]) => {
      for (const number of numbers) writeFileSync(join(waiting, wal(number)), 'x')
    }
    write(36, 37, 38)
    writeFileSync(join(waiting, '00000002.history'), 'x')
    assert.equal(await dropWaitingIfTooMany(waiting, { most: 3, leastFreeBytes: 0 }), 0)
    assert.equal(await dropWaitingIfTooMany(waiting, { most: 3, leastFreeBytes: 2 ** 60 }), 3)
    write(39, 40, 41, 42)
    assert.equal(await dropWaitingIfTooMany(waiting, { most: 3, leastFreeBytes: 0 }), 4)
    assert.deepEqual(readdirSync(waiting), ['00000002.history'])
    const isDue = () => isBaseDue(vault, 24 * 3_600_000, new Date('2026-11-24T23:59:00Z'))
    assert.equal(await isDue(), false)
    write(43)
    await archiveFiles(vault, { folder: waiting, names: [wal(43)], now: () => new Date() })
    assert.equal(await isDue(), true)
  })
  test('R12 on a nearly full disk, WAL files that can be archived are archived, and only those that cannot are deleted', async () => {
    const { vault, dataDir } = await emptyVault()
    const waiting = archiveFolder(dataDir)
    mkdirSync(waiting, { recursive: true })
    for (const number of [1, 2]) writeFileSync(join(waiting, wal(number)), 'x')
    const events: string[] = []
    const config = { ...readConfig({ DATA_DIR: dataDir }), bucket: {} }
    const log = (_level: string, event: string) => events.push(event)
    const deps = { config, log, now: () => new Date() } as unknown as Parameters<typeof archiver>[0]
    const full = { leastFreeBytes: 2 ** 60 }
    await archiver(deps, async () => vault, full)()
    assert.deepEqual([await listArchived(vault), events], [[wal(1), wal(2)], []])
    for (const number of [3, 4]) writeFileSync(join(waiting, wal(number)), 'x')
    const away = archiver(deps, () => Promise.reject(new Error('the bucket is away')), full)
    await assert.rejects(away(), /the bucket is away/)
    assert.deepEqual([readdirSync(waiting), events], [[], ['backup.wal_dropped']])
  })
  test('R12 a backup that never answers is asked only once, and fills no disk either', async () => {
    const { dataDir } = await emptyVault()
    const waiting = archiveFolder(dataDir)
    mkdirSync(waiting, { recursive: true })
    const events: string[] = []
    const config = { ...readConfig({ DATA_DIR: dataDir }), bucket: {} }
    const log = (_level: string, event: string) => events.push(event)
    const deps = { config, log, now: () => new Date() } as unknown as Parameters<typeof archiver>[0]
    let requests = 0
    const openHanging = () => {
      requests++
      return new Promise<never>(() => {})
    }
    const archive = archiver(deps, openHanging, { leastFreeBytes: 2 ** 60, silentMs: 10 })
    for (const numbers of [
      [1, 2],
      [3, 4],
    ]) {
      for (const number of numbers) writeFileSync(join(waiting, wal(number)), 'x')
      await assert.rejects(archive(), { code: 'BACKUP_SILENT' })
      assert.deepEqual(readdirSync(waiting), [])
    }
    assert.deepEqual([events, requests], [['backup.wal_dropped', 'backup.wal_dropped'], 1])
  })
  test('R12 the newest base backups are kept, with the WAL files after the oldest of them', async () => {
    const { vault, bases, firstWal } = await fourBases()
    assert.equal(await prune(vault, 2), 2)
    assert.deepEqual(bases(), DAYS.slice(2).map(idOf))
    assert.equal(firstWal(), `wal/${wal(21)}`)
    assert.equal(await prune(vault, 2), 0)
    assert.equal((await readManifest(vault, idOf('2026-11-24'))).id, idOf('2026-11-24'))
  })
  test('R12 a base backup that lacks a part does not count, so the last good one is never deleted', async () => {
    const { vault, objects, bases } = await fourBases()
    for (const day of DAYS.slice(1)) objects.delete(`bases/${idOf(day)}/database.000000`)
    assert.equal(await prune(vault, 1), 0)
    assert.equal(bases().length, 4)
  })
  test('R12 without a good base backup, nothing is deleted', async () => {
    const { vault, objects, bases } = await fourBases()
    for (const day of DAYS) objects.delete(`bases/${idOf(day)}/database.000000`)
    assert.equal(await prune(vault, 1), 0)
    assert.equal(bases().length, 4)
  })
})

test('R12 a WAL file that the database no longer has fails the base backup, which could not be restored', async () => {
  const root = mkdtempSync(join(folder, 'cluster-'))
  for (const name of ['global', 'base', 'pg_wal']) mkdirSync(join(root, name))
  for (const file of ['global/pg_control', 'base/1', `pg_wal/${wal(2)}`])
    writeFileSync(join(root, file), file)
  const session: CopySession = {
    version: '17.2',
    system: '1',
    start: async () => ({ startWal: '0/2000028', timeline: 1 }),
    stop: async () => ({ stopWal: '0/3000100', label: '' }),
    close: async () => {},
  }
  const copied = async () => {
    const pieces: Buffer[] = []
    for await (const piece of copyCluster(session, root, () => {})) pieces.push(piece)
    return pieces
  }
  await assert.rejects(copied(), {
    code: 'BACKUP_INCOMPLETE',
    message: `The database no longer has its WAL file ${wal(3)}.`,
  })
  writeFileSync(join(root, `pg_wal/${wal(3)}`), 'x')
  assert.ok((await copied()).length > 0)
})

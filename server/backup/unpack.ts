import { chownSync } from 'node:fs'
import { mkdir, open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, makeOwnedFolder } from '../database/place.ts'
import { BackupProblem } from './encrypt.ts'
import { allFiles, type Plan } from './plan.ts'
import { readFileOf } from './files.ts'
import { readPieces } from './pieces.ts'
import { readTar } from './tar.ts'
import type { Vault } from './vault.ts'
import { readArchived } from './wal-archive.ts'
import { WAL_BYTES } from './wal-names.ts'

/** How many files are read at once, because a bucket is slow. Each takes a few MB of memory. */
const FILES_AT_ONCE = 8
const WAL_AT_ONCE = 4

/** Does `work` for each item, several at once. When one fails, this rejects after the others have ended. */
async function someAtOnce<Item>(
  items: AsyncGenerator<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const lane = async () => {
    try {
      for (let next = await items.next(); !next.done; next = await items.next()) await work(next.value)
    } catch (error) {
      // The other lanes then take no more items.
      await items.return(undefined)
      throw error
    }
  }
  const results = await Promise.allSettled(Array.from({ length: count }, lane))
  for (const result of results) if (result.status === 'rejected') throw result.reason
}

/** Gives a file to the operating-system user that runs the database. */
const give = (file: string, { uid, gid }: Account) => {
  if (uid !== undefined && gid !== undefined) chownSync(file, uid, gid)
}

/** Unpacks the base backup's database into `cluster`. Its files belong to the user that will run it. */
export async function unpackDatabase(vault: Vault, { manifest }: Plan, cluster: string, account: Account) {
  if (!manifest.database) return
  makeOwnedFolder(cluster, account)
  const pieces = readPieces(vault, `bases/${manifest.id}/database`, manifest.database.parts)
  for await (const { path, isFolder, content } of readTar(pieces)) {
    if (path.startsWith('/') || path.split('/').includes('..'))
      throw new BackupProblem(
        `The restore stopped, because ${path} in the backup would be written outside the database folder.`,
      )
    const target = join(cluster, path)
    if (isFolder) makeOwnedFolder(target, account)
    else {
      await writeFile(target, content, { mode: 0o600, flag: 'wx' })
      give(target, account)
    }
  }
  // This empty file tells the database server to recover from the WAL when it starts.
  const signal = join(cluster, 'recovery.signal')
  await writeFile(signal, '', { mode: 0o600 })
  give(signal, account)
}

const ZEROS = Buffer.alloc(2 ** 16)

/**
 * How many bytes come before the zeros at the end, which are counted in steps of 64 KiB. Most WAL files of a
 * quiet hour are almost empty.
 */
function bytesBeforeZeros(bytes: Buffer): number {
  let end = bytes.length
  while (end >= ZEROS.length && bytes.subarray(end - ZEROS.length, end).equals(ZEROS)) end -= ZEROS.length
  return end
}

/** Writes the WAL after the base backup to `folder`, each file checked. Zeros at its end use no disk. */
export async function unpackWal(vault: Vault, { wal }: Plan, folder: string, account: Account) {
  makeOwnedFolder(folder, account)
  async function* names() {
    yield* wal
  }
  await someAtOnce(names(), WAL_AT_ONCE, async (name) => {
    const bytes = await readArchived(vault, name)
    if (bytes.length !== WAL_BYTES) throw new BackupProblem(`The WAL file ${name} has another size.`)
    const file = await open(join(folder, name), 'wx', 0o600)
    try {
      await file.write(bytes, 0, bytesBeforeZeros(bytes))
      await file.truncate(bytes.length)
    } finally {
      await file.close()
    }
    give(join(folder, name), account)
  })
}

type Receive = (hash: string, bytes: Buffer) => Promise<void>

/** Decrypts and checks every stored file of the backup, several at once. Returns how many there are. */
export async function readAllFiles(vault: Vault, receive: Receive): Promise<number> {
  let count = 0
  await someAtOnce(allFiles(vault), FILES_AT_ONCE, async (name) => {
    const { hash, bytes } = await readFileOf(vault, name)
    await receive(hash, bytes)
    count++
  })
  return count
}

/** Writes a file so that it survives a power cut. */
export async function writeFlushed(folder: string, name: string, bytes: Buffer): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, name)
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
  return path
}

import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../error-fields.ts'
import { type FileStore, SHELVES } from '../files/file-store.ts'
import { FILE_DAMAGED } from '../files/intact.ts'
import { BackupProblem } from './encrypt.ts'
import type { Part, Vault } from './vault.ts'

const FILES = 'files'
const HASH_BYTES = 32
/** A file added this soon after another may leave the date of its shelf (folder) unchanged. */
const CLOCK_STEP_MS = 1_000

/** The least age of a file to copy: files of any age are copied. */
const ANY_AGE_MS = 0

const folderOf = (shelf: string) => `${FILES}/${shelf}`
/**
 * The name of a stored file in the backup. The name shows only the file's shelf, the start of its hash. From
 * the whole hash, someone could find out whether a known file is in the backup.
 */
export const fileName = (vault: Vault, hash: string) => `${folderOf(hash.slice(0, 2))}/${vault.nameOf(hash)}`

export async function namesOnShelf(vault: Vault, shelf: string): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of vault.list(folderOf(shelf))) names.add(name)
  return names
}

/** Copies a stored file. Returns its bytes in the backup; undefined when the file was deleted meanwhile. */
async function copyFile(vault: Vault, store: FileStore, hash: string): Promise<number | undefined> {
  const stream = await store.open(hash)
  if (!stream) return undefined
  // Each copied file starts with its hash, because its name in the backup does not show the whole hash.
  const pieces: Buffer[] = [Buffer.from(hash, 'hex')]
  for await (const piece of stream) pieces.push(piece as Buffer)
  const { bytes } = await vault.write(fileName(vault, hash), Buffer.concat(pieces))
  return bytes
}

/**
 * Copies files of a shelf that the backup does not have. Returns the hashes of all files of the shelf in the
 * backup. A file that changed on the disk is only counted: it must not keep others out of the backup.
 */
export async function copyShelf(vault: Vault, store: FileStore, shelf: string) {
  const copied = await namesOnShelf(vault, shelf)
  const hashes: string[] = []
  let [bytes, damaged] = [0, 0]
  for await (const hash of store.olderThan(ANY_AGE_MS, shelf))
    try {
      const added = copied.has(fileName(vault, hash)) ? 0 : await copyFile(vault, store, hash)
      // A deleted file is in no list: a restore refuses a backup that lacks a listed file.
      if (added === undefined) continue
      bytes += added
      hashes.push(hash)
    } catch (error) {
      if (codeOf(error) !== FILE_DAMAGED) throw error
      damaged++
    }
  return { hashes, bytes, damaged }
}

/**
 * Returns a function that copies stored files as they arrive. It reads only shelves that changed since the
 * call before. It returns how many files of these shelves were damaged on the disk, and so not copied.
 */
export function newFilesCopier(vault: Vault, store: FileStore, root: string) {
  /** When each shelf was last read. A shelf that was never read has no entry. */
  const readAtMs = new Map<string, number>()
  return async (shelves: string[]): Promise<number> => {
    let damaged = 0
    for (const shelf of shelves) {
      const shelfStats = await stat(join(root, shelf))
      const lastMs = readAtMs.get(shelf)
      if (lastMs !== undefined && shelfStats.mtimeMs < lastMs - CLOCK_STEP_MS) continue
      const startedMs = Date.now()
      damaged += (await copyShelf(vault, store, shelf)).damaged
      readAtMs.set(shelf, startedMs)
    }
    return damaged
  }
}

/** Writes a list of the files that a shelf had when the base backup `base` was made. */
export const writeList = (vault: Vault, base: string, shelf: string, hashes: string[]): Promise<Part> =>
  vault.write(`bases/${base}/files-${shelf}`, Buffer.from(hashes.map((hash) => `${hash}\n`).join('')))

export async function readList(vault: Vault, list: Part): Promise<string[]> {
  const text = (await vault.readPart(list)).toString()
  return text.split('\n').filter((line) => line !== '')
}
/** The shelf to which a list belongs, from the end of its name: `…/files-a3`. */
export const shelfOf = ({ name }: Part): string => name.slice(-2)

/** The size of all stored files in the backup. Encryption has added less than 100 bytes to each. */
export async function bytesOfFiles(vault: Vault): Promise<number> {
  let total = 0
  for (const shelf of SHELVES) for await (const { bytes } of vault.list(folderOf(shelf))) total += bytes
  return total
}

/** Reads a stored file from the backup. @throws BackupProblem when its content has another hash. */
export async function readFileOf(vault: Vault, name: string): Promise<{ hash: string; bytes: Buffer }> {
  const stored = await vault.read(name)
  const bytes = stored.subarray(HASH_BYTES)
  const hash = stored.subarray(0, HASH_BYTES).toString('hex')
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new BackupProblem(`${name} holds other bytes than were backed up.`)
  return { hash, bytes }
}

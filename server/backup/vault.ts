import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { createFile } from '../new-file.ts'
import type { Destination, StoredObject } from './destination.ts'
import { type BackupKey, BackupProblem } from './encrypt.ts'

/** An encrypted object of a backup, as the manifest lists it. */
export type Part = { name: string; bytes: number; sha256: string }

/** The backups of one installation, encrypted with one key. */
export type Vault = {
  /** `isLast` marks an object as the last piece of a stream. It must be read back with the same mark. */
  write(name: string, bytes: Buffer, isLast?: boolean): Promise<Part>
  /** @throws BackupProblem when the object is missing, damaged, or from another place. */
  read(name: string, isLast?: boolean): Promise<Buffer>
  /** Reads an object and checks that it is the one that the manifest lists. */
  readPart(part: Part, isLast?: boolean): Promise<Buffer>
  has(name: string): Promise<boolean>
  list(folder: string): AsyncIterable<StoredObject>
  remove(name: string): Promise<void>
  /** A name for an object that hides `text`. */
  nameOf(text: string): string
}

/** The only object that is not encrypted. It says whose backups these are and under which key. */
const MARKER = 'installation'
const FORMAT = 1
/** `installation` is the id of the data folder, `key` that of the encryption key. */
const markerSchema = z.object({
  format: z.number(),
  installation: z.string().check(z.regex(/^[\da-f]{32}$/)),
  key: z.string().check(z.regex(/^[\da-f]{8}$/)),
})

async function readMarker(destination: Destination) {
  const bytes = await destination.get(MARKER)
  if (bytes === undefined) return undefined
  try {
    return markerSchema.parse(JSON.parse(bytes.toString()))
  } catch {
    throw new BackupProblem(`The file "${MARKER}" of the backup is damaged.`)
  }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function vaultOf(destination: Destination, key: BackupKey, installation: string): Vault {
  // A piece is bound to its name, to its installation, and to whether it ends its stream. A piece that was
  // exchanged or brought from elsewhere cannot be decrypted, nor can a stream without its end.
  const placeOf = (name: string, isLast: boolean) => `${name}\n${installation}${isLast ? '\nlast' : ''}`
  const fetch = async (name: string) => {
    const encrypted = await destination.get(name)
    if (encrypted === undefined)
      throw new BackupProblem(`${name} is missing in the backup.`, 'BACKUP_INCOMPLETE')
    return encrypted
  }
  return {
    async write(name, bytes, isLast = false) {
      const encrypted = key.encrypt(placeOf(name, isLast), bytes)
      await destination.put(name, encrypted)
      return { name, bytes: encrypted.length, sha256: sha256(encrypted) }
    },
    read: async (name, isLast = false) => key.decrypt(placeOf(name, isLast), await fetch(name)),
    async readPart(part, isLast = false) {
      const encrypted = await fetch(part.name)
      const bytes = key.decrypt(placeOf(part.name, isLast), encrypted)
      if (sha256(encrypted) !== part.sha256)
        throw new BackupProblem(`${part.name} is not the part that the manifest lists.`)
      return bytes
    },
    has: async (name) => (await destination.get(name)) !== undefined,
    list: (folder) => destination.list(folder),
    remove: (name) => destination.remove(name),
    nameOf: (text) => key.nameOf(text),
  }
}

const otherKeyProblem = (theirs: string, ours: string) =>
  new BackupProblem(
    `The backup was encrypted with the key ${theirs}, but BACKUP_KEY_FILE names the file of the key ${ours}.`,
    'BACKUP_OTHER_KEY',
  )

/** Opens backups for reading. @throws BackupProblem when there are none, or they have another key. */
export async function openVault(destination: Destination, key: BackupKey): Promise<Vault> {
  const marker = await readMarker(destination)
  if (!marker) throw new BackupProblem('There is no backup.', 'BACKUP_INCOMPLETE')
  if (marker.format !== FORMAT)
    throw new BackupProblem(`The backup has the format ${marker.format}, which this version cannot read.`)
  if (marker.key !== key.id) throw otherKeyProblem(marker.key, key.id)
  return vaultOf(destination, key, marker.installation)
}

/** The id of this data folder. A restored folder gets a new id, so it never writes among the old backups. */
function installationOf(dataDir: string): string {
  const file = join(dataDir, 'backup.id')
  if (!existsSync(file)) createFile(file, randomBytes(16).toString('hex'))
  return readFileSync(file, 'utf8').trim()
}

/**
 * Opens the destination to which this installation writes its backups. It must be empty for the first one.
 * @throws BackupProblem when it holds backups of another installation or under another key.
 */
export async function openOwnVault(
  destination: Destination,
  key: BackupKey,
  dataDir: string,
): Promise<Vault> {
  const installation = installationOf(dataDir)
  const marker = await readMarker(destination)
  if (!marker) {
    const text = JSON.stringify({ format: FORMAT, installation, key: key.id })
    await destination.put(MARKER, Buffer.from(`${text}\n`))
  } else if (marker.installation !== installation)
    throw new BackupProblem(
      'The folder holds backups of another portal, or of this one before it was restored: name an empty one.',
      'BACKUP_FOREIGN',
    )
  else if (marker.key !== key.id) throw otherKeyProblem(marker.key, key.id)
  return vaultOf(destination, key, installation)
}

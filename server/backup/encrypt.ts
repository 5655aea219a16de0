import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { ConfigError } from '../config.ts'
import { codeOf } from '../error-fields.ts'

type ProblemCode =
  | 'BACKUP_DAMAGED'
  | 'BACKUP_INCOMPLETE'
  | 'BACKUP_OTHER_KEY'
  | 'BACKUP_FOREIGN'
  | 'BACKUP_REFUSED'
  | 'BACKUP_SILENT'

/** A backup that cannot be used. The message is one sentence for the operator. The log gets only the code. */
export class BackupProblem extends Error {
  readonly code: ProblemCode
  constructor(message: string, code: ProblemCode = 'BACKUP_DAMAGED') {
    super(message)
    this.name = 'BackupProblem'
    this.code = code
  }
}

/** Encrypts the objects of a backup. Each can be decrypted only at its own place in the backup. */
export type BackupKey = {
  /** An id of the encryption key that does not reveal the key. */
  id: string
  encrypt(place: string, bytes: Buffer): Buffer
  /** @throws BackupProblem when an object is damaged, from another place, or encrypted with another key. */
  decrypt(place: string, bytes: Buffer): Buffer
  /** Gives a name to something whose real name must not be readable in the backup. */
  nameOf(text: string): string
}

// An encrypted object has these parts: MAGIC, the key's id, a salt, the encrypted bytes, AES-GCM's tag.
const MAGIC = Buffer.from('PBK1')
const ID_BYTES = 4
const SALT_BYTES = 16
const TAG_BYTES = 16
const KEY_BYTES = 32
const NONCE_BYTES = 12
const HEAD_BYTES = MAGIC.length + ID_BYTES + SALT_BYTES
const CIPHER = 'aes-256-gcm'

/** The first line of a place: the object's name. Further lines say what else the object is bound to. */
const nameOnly = (place: string) => place.split('\n')[0]

/** Each object is encrypted with its own key and nonce, so that no nonce repeats under one key. */
function cipherKey(master: Buffer, salt: Buffer) {
  const bytes = Buffer.from(hkdfSync('sha256', master, salt, 'portal backup object', KEY_BYTES + NONCE_BYTES))
  return { key: bytes.subarray(0, KEY_BYTES), nonce: bytes.subarray(KEY_BYTES) }
}

export function backupKeyFrom(master: Buffer): BackupKey {
  const derive = (purpose: string, length: number) =>
    Buffer.from(hkdfSync('sha256', master, '', purpose, length))
  const idBytes = derive('portal backup id', ID_BYTES)
  const nameKey = derive('portal backup names', KEY_BYTES)
  return {
    id: idBytes.toString('hex'),
    encrypt(place, bytes) {
      const salt = randomBytes(SALT_BYTES)
      const { key, nonce } = cipherKey(master, salt)
      const cipher = createCipheriv(CIPHER, key, nonce)
      cipher.setAAD(Buffer.from(place))
      return Buffer.concat([MAGIC, idBytes, salt, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
    },
    decrypt(place, bytes) {
      if (bytes.length < HEAD_BYTES + TAG_BYTES || !bytes.subarray(0, MAGIC.length).equals(MAGIC))
        throw new BackupProblem(`${nameOnly(place)} is damaged: it is not an encrypted part of a backup.`)
      const id = bytes.subarray(MAGIC.length, MAGIC.length + ID_BYTES)
      if (!id.equals(idBytes))
        throw new BackupProblem(
          `${nameOnly(place)} was encrypted with the key ${id.toString('hex')}, but BACKUP_KEY_FILE names the file of the key ${idBytes.toString('hex')}.`,
          'BACKUP_OTHER_KEY',
        )
      const { key, nonce } = cipherKey(master, bytes.subarray(HEAD_BYTES - SALT_BYTES, HEAD_BYTES))
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(place))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        return Buffer.concat([decipher.update(bytes.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()])
      } catch {
        throw new BackupProblem(
          `${nameOnly(place)} is damaged, or it belongs to another place or another portal.`,
        )
      }
    },
    nameOf: (text) => createHmac('sha256', nameKey).update(text).digest('hex'),
  }
}

/** The bits of a file's mode that let its group or other users read, write or run it. */
const PERMISSIONS_OF_OTHERS = 0o077

/** @throws ConfigError when the key file is missing, others may read it, or it holds no key. */
export function readBackupKey(file: string | undefined): BackupKey {
  if (file === undefined)
    throw new ConfigError('BACKUP_KEY_FILE must name the file with the key of the backups.')
  let text: string
  try {
    if (statSync(file).mode & PERMISSIONS_OF_OTHERS)
      throw new ConfigError(`${file} can be read by others: run chmod 600 on it.`)
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    if (error instanceof ConfigError) throw error
    throw new ConfigError(`BACKUP_KEY_FILE is ${file}, which cannot be read (${codeOf(error)}).`)
  }
  if (!/^[\da-f]{64}$/i.test(text))
    throw new ConfigError(`${file} must hold 64 hexadecimal digits, as "openssl rand -hex 32" makes them.`)
  return backupKeyFrom(Buffer.from(text, 'hex'))
}

import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { randomBytes, scrypt, type ScryptOptions } from 'node:crypto'
import * as z from 'zod/mini'
import { type Config, ConfigError } from '../config.ts'
import { codeOf } from '../error-fields.ts'
import { createFile } from '../new-file.ts'
import { secretFileOf } from '../secrets.ts'
import { receiptKeyFile } from '../transparency/key.ts'
import { backupKeyFrom, BackupProblem } from './encrypt.ts'

const scryptBytes = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt)
/** The parameters N and r of scrypt need 128 MiB of memory. `maxmem` must be above that. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 256 * 2 ** 20 }
/** The first bytes of a file with saved keys. */
const MAGIC = Buffer.from('PBKEYS1\n')
const SALT_BYTES = 16
const KEY_BYTES = 32
const MIN_PASSPHRASE_LENGTH = 20
/** Binds the encrypted keys to this use: they decrypt only as saved keys. */
const PLACE = 'keys'

const keyFrom = async (passphrase: string, salt: Buffer) =>
  backupKeyFrom(await scryptBytes(passphrase, salt, KEY_BYTES, SCRYPT))

/**
 * The content of three key files: for links and codes, for receipts, and for receipts before a change of key.
 */
const keysSchema = z.object({
  secret: z.string(),
  receipts: z.string(),
  earlier: z.optional(z.string()),
})

const filesOf = (config: Config) => ({
  secret: secretFileOf(config),
  receipts: receiptKeyFile(config),
  earlier: `${receiptKeyFile(config)}.earlier`,
})

export function readPassphrase(file: string | undefined): string {
  if (file === undefined)
    throw new ConfigError(
      'The keys are saved only under a passphrase: --passphrase FILE names the file with it.',
    )
  const passphrase = readFileSync(file, 'utf8').trim()
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new ConfigError(`The passphrase must have at least ${MIN_PASSPHRASE_LENGTH} characters.`)
  return passphrase
}

/** Saves the portal's keys in their own file, encrypted with a passphrase. No backup holds them. */
export async function saveKeys(config: Config, file: string, passphrase: string): Promise<void> {
  const { secret, receipts, earlier } = filesOf(config)
  const text = JSON.stringify({
    secret: readFileSync(secret, 'utf8'),
    receipts: readFileSync(receipts, 'utf8'),
    ...(existsSync(earlier) ? { earlier: readFileSync(earlier, 'utf8') } : {}),
  })
  const salt = randomBytes(SALT_BYTES)
  const key = await keyFrom(passphrase, salt)
  const content = Buffer.concat([MAGIC, salt, key.encrypt(PLACE, Buffer.from(text))]).toString('base64')
  try {
    createFile(file, content)
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new ConfigError(`${file} exists already: name another file.`) : error
  }
}

/**
 * Restores the saved keys.
 * @throws BackupProblem when the file or the passphrase is wrong, or another key is in the folder.
 */
export async function restoreKeys(config: Config, file: string, passphrase: string): Promise<void> {
  const bytes = Buffer.from(readFileSync(file, 'utf8'), 'base64')
  if (!bytes.subarray(0, MAGIC.length).equals(MAGIC)) throw new BackupProblem(`${file} holds no saved keys.`)
  const salt = bytes.subarray(MAGIC.length, MAGIC.length + SALT_BYTES)
  const key = await keyFrom(passphrase, salt)
  let text: Buffer
  try {
    text = key.decrypt(PLACE, bytes.subarray(MAGIC.length + SALT_BYTES))
  } catch {
    throw new BackupProblem(`${file} is damaged, or its passphrase is another one.`, 'BACKUP_OTHER_KEY')
  }
  const keys = keysSchema.parse(JSON.parse(text.toString()))
  const files = filesOf(config)
  mkdirSync(config.dataDir, { recursive: true })
  for (const name of ['secret', 'receipts', 'earlier'] as const) {
    const content = keys[name]
    if (content === undefined) continue
    const presentContent = existsSync(files[name]) ? readFileSync(files[name], 'utf8') : undefined
    if (presentContent === content) continue
    if (presentContent !== undefined)
      throw new BackupProblem(`${files[name]} is another key than the saved one.`, 'BACKUP_REFUSED')
    createFile(files[name], content)
  }
}

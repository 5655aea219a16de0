import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { createFile } from './new-file.ts'
import { codeOf } from './error-fields.ts'

/** Keys outside the database: a stolen copy of the database does not show what is derived from them. */
export type Secrets = {
  /** Returns HMAC-SHA-256 of `text`. Each purpose has its own key, so no result fits another purpose. */
  hmac(purpose: string, text: string): Buffer
}

export const secretsFrom = (master: Buffer): Secrets => {
  const keys = new Map<string, Buffer>()
  return {
    hmac(purpose, text) {
      const key = keys.get(purpose) ?? Buffer.from(hkdfSync('sha256', master, 'portal', purpose, 32))
      keys.set(purpose, key)
      return createHmac('sha256', key).update(text).digest()
    },
  }
}

const HEX_DIGITS = /^[\da-f]{64}$/i
/** The bits of a file's mode that let the file's group or other users read, write or run it. */
const PERMISSIONS_OF_OTHERS = 0o077

type Where = { dataDir: string; secretKeyFile?: string | undefined }

/** The path of the file with the master key: the one that the operator named, or the one in DATA_DIR. */
export const secretFileOf = ({ dataDir, secretKeyFile }: Where): string =>
  secretKeyFile ?? join(dataDir, 'secret.key')

function makeKey(file: string, dataDir: string) {
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file)) createFile(file, randomBytes(32).toString('hex'))
  } catch (error) {
    // If the key file exists now, another process of the portal created it first.
    if (!existsSync(file))
      throw new ConfigError(`DATA_DIR is ${dataDir}, which cannot be used as a folder (${codeOf(error)}).`)
  }
}

/**
 * The master key of this installation: from SECRET_KEY_FILE, or in DATA_DIR, where the first start creates
 * it.
 * @throws ConfigError when it is missing or damaged, or others on the machine may read it.
 */
export function readSecrets({ dataDir, secretKeyFile }: Where): Secrets {
  const file = secretFileOf({ dataDir, secretKeyFile })
  // No missing key is created for the operator's own file: a second machine would get a different key.
  if (secretKeyFile === undefined) makeKey(file, dataDir)
  const stats = statSync(file, { throwIfNoEntry: false })
  if (!stats?.isFile()) throw new ConfigError(`SECRET_KEY_FILE is ${file}, where there is no file.`)
  if (stats.mode & PERMISSIONS_OF_OTHERS)
    throw new ConfigError(`${file} can be read by others: run chmod 600 on it.`)
  const text = readKey(file)
  if (!HEX_DIGITS.test(text)) throw new ConfigError(`${file} is damaged: it must hold 64 hexadecimal digits.`)
  return secretsFrom(Buffer.from(text, 'hex'))
}

function readKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${file} cannot be read (${codeOf(error)}).`)
  }
}

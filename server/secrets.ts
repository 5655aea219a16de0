import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './config.ts'
import { createFile } from './new-file.ts'
import { codeOf } from './error-fields.ts'

/** Keys kept outside the database: what is derived with them cannot be made from a stolen dump. */
export type Secrets = {
  /** HMAC-SHA-256 under a key of this purpose alone. */
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

/**
 * The master key of this installation, made on the first start in DATA_DIR.
 * @throws ConfigError when the folder cannot be used, or others on the machine may read the key.
 */
export function readSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secret.key')
  try {
    mkdirSync(dataDir, { recursive: true })
    if (!existsSync(file)) createFile(file, randomBytes(32).toString('hex'))
  } catch (error) {
    // If the file is there now, another process of the portal made it first.
    if (!existsSync(file))
      throw new ConfigError(`DATA_DIR is ${dataDir}, which cannot be used as a folder (${codeOf(error)}).`)
  }
  if (statSync(file).mode & 0o077)
    throw new ConfigError(`${file} can be read by others: run chmod 600 on it.`)
  const master = Buffer.from(readFileSync(file, 'utf8').trim(), 'hex')
  if (master.length !== 32) throw new ConfigError(`${file} is damaged: it must hold 64 hexadecimal digits.`)
  return secretsFrom(master)
}

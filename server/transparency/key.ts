import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import { createFile } from '../new-file.ts'
import { earlierKeysFile, readEarlierKeys, trustedKeys } from './earlier-keys.ts'
import { rawOf } from './ed25519.ts'
import { codeOf } from '../error-fields.ts'
import { ED25519_TYPE, noteKeyId, noteVerifierKey } from '../verifier-keys.ts'

/**
 * The commission's Ed25519 key. It signs receipts and the checkpoints of the public log, and nothing else.
 */
export type ReceiptKey = {
  /**
   * The name of the signer. It is the first line of every checkpoint, and the key's name in its signature
   * (C2SP tlog-checkpoint).
   */
  origin: string
  /** `origin+1a2b3c4d`: the key's name on receipts, and the first part of `vkey`. */
  name: string
  /** The public key in C2SP signed-note format, for tools that check checkpoints. */
  vkey: string
  /** The public key as SPKI in PEM, for tools that check signatures. */
  pem: string
  /** The 32 bytes of the public key. */
  publicBytes: Buffer
  /**
   * Finds a public key by its name: the present key, or an earlier key that its successor signed. Keys in the
   * database are not used, because anyone who can write rows could add one.
   */
  findTrusted(name: string): Buffer | undefined
  /** The 64 bytes of an Ed25519 signature. */
  sign(bytes: Buffer): Buffer
}

export const keyIdOf = (origin: string, publicBytes: Buffer): string =>
  noteKeyId(origin, ED25519_TYPE, publicBytes)

export const vkeyOf = (origin: string, publicBytes: Buffer): string =>
  noteVerifierKey(origin, ED25519_TYPE, publicBytes)

const nameOf = (origin: string, publicBytes: Buffer) => `${origin}+${keyIdOf(origin, publicBytes)}`

/**
 * Reads the key from a PEM text.
 * @param earlier the lines about earlier keys, as `earlier-keys.ts` writes them
 * @throws Error when `pem` is not a private Ed25519 key.
 */
export function receiptKeyFrom(pem: string, origin: string, earlier = ''): ReceiptKey {
  const privateKey = createPrivateKey(pem)
  if (privateKey.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key')
  const publicKey = createPublicKey(privateKey)
  const publicBytes = rawOf(publicKey)
  const trusted = trustedKeys(publicBytes, earlier)
  return {
    origin,
    name: nameOf(origin, publicBytes),
    vkey: vkeyOf(origin, publicBytes),
    pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    publicBytes,
    findTrusted(name) {
      // The origin of the name is used, not the present one: the portal's address may have changed.
      const originInName = name.slice(0, name.lastIndexOf('+'))
      return trusted.find((key) => name === nameOf(originInName, key))
    },
    sign: (bytes) => sign(null, bytes, privateKey),
  }
}

/** A new private key, in PEM. */
export const makeReceiptKey = (): string =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

/**
 * The name of the public log: its address without the scheme (C2SP tlog-tiles). Without `publicUrl`, it comes
 * from the organisation's acronym.
 */
export const originOf = ({ publicUrl, publicUrlGiven, organisation }: Config): string =>
  publicUrlGiven
    ? `${new URL(publicUrl).host}/log`
    : `${organisation.acronym.toLowerCase().replace(/[^\w.-]+/g, '-') || 'portal'}.localhost/log`

export const receiptKeyFile = ({ receiptKeyFile: configuredFile, dataDir }: Config): string =>
  configuredFile ?? join(dataDir, 'receipts.key')

/** The bits of a file's mode that let its group or other users read, write or run it. */
const PERMISSIONS_OF_OTHERS = 0o077

/** Returns what `read` returns. @throws ConfigError with the file and the code when it fails. */
function readOrConfigError<Value>(file: string, read: () => Value): Value {
  try {
    return read()
  } catch (error) {
    throw new ConfigError(`${file} cannot be read (${codeOf(error)}).`)
  }
}

/**
 * Reads the signing key from `RECEIPT_KEY_FILE`, or from DATA_DIR, where the first start creates it.
 * @throws ConfigError when the file is missing, cannot be created or read, is readable by other users, or
 * holds another kind of key.
 */
export function readReceiptKey(config: Config): ReceiptKey {
  const file = receiptKeyFile(config)
  if (!config.receiptKeyFile && !existsSync(file)) {
    try {
      mkdirSync(config.dataDir, { recursive: true })
      createFile(file, makeReceiptKey())
    } catch (error) {
      // The file may exist by now, because another process has just created it. That is no error.
      if (!existsSync(file)) throw new ConfigError(`${file} cannot be made (${codeOf(error)}).`)
    }
  }
  const stats = readOrConfigError(file, () => statSync(file, { throwIfNoEntry: false }))
  if (!stats?.isFile()) throw new ConfigError(`RECEIPT_KEY_FILE is ${file}, where there is no file.`)
  if (stats.mode & PERMISSIONS_OF_OTHERS)
    throw new ConfigError(`${file} can be read by others: run chmod 600 on it.`)
  const pem = readOrConfigError(file, () => readFileSync(file, 'utf8'))
  const earlier = readOrConfigError(earlierKeysFile(file), () => readEarlierKeys(file))
  try {
    return receiptKeyFrom(pem, originOf(config), earlier)
  } catch {
    throw new ConfigError(
      `${file} must hold a private Ed25519 key in PEM, as "openssl genpkey -algorithm ed25519" makes one.`,
    )
  }
}

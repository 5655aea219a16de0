import { createPublicKey, type KeyObject } from 'node:crypto'
import { appendFileSync, readFileSync } from 'node:fs'
import { rawOf, verifies } from './ed25519.ts'
import { codeOf } from '../error-fields.ts'

/**
 * Earlier signing keys are stored beside the present key, one a line, oldest first. A line has the key, its
 * successor, and the successor's signature.
 */
export const earlierKeysFile = (keyFile: string) => `${keyFile}.earlier`

/** The most lines that are read: far more keys than a commission ever uses. */
const MAX_KEYS = 100
const KEY_BYTES = 32
const SIGNATURE_BYTES = 64

// The text by which a key's successor confirms the key. No receipt or checkpoint can have this form, so a
// signature of one kind is never valid for another.
const countersignedText = (earlier: Buffer) =>
  Buffer.from(`earlier receipt key\n${earlier.toString('base64')}\n`)

/** Decodes a base64 text; undefined when it has another length or is not written in the usual form. */
const readBase64 = (text = '', length: number) => {
  const bytes = Buffer.from(text, 'base64')
  return bytes.length === length && bytes.toString('base64') === text ? bytes : undefined
}

/**
 * The trusted public keys: `present`, and each earlier key that a trusted successor signed. `text` is the
 * content of the file of earlier keys. Lines without the valid signature of a trusted key are ignored.
 */
export function trustedKeys(present: Buffer, text: string): Buffer[] {
  const trusted = [present]
  // The newest line comes first, because the successor of a key must be trusted before the key itself.
  for (const line of text.split('\n', MAX_KEYS).reverse()) {
    const [earlierText, successorText, signatureText] = line.split(' ')
    const earlier = readBase64(earlierText, KEY_BYTES)
    const successor = readBase64(successorText, KEY_BYTES)
    const signature = readBase64(signatureText, SIGNATURE_BYTES)
    if (!earlier || !successor || !signature || !trusted.some((key) => key.equals(successor))) continue
    if (verifies(successor, countersignedText(earlier), signature)) trusted.push(earlier)
  }
  return trusted
}

export const readEarlierKeys = (keyFile: string): string => {
  try {
    return readFileSync(earlierKeysFile(keyFile), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return ''
    throw error
  }
}

function publicBytesFrom(pem: string): Buffer {
  let key: KeyObject | undefined
  try {
    key = createPublicKey(pem)
  } catch {
    key = undefined
  }
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new NotAKey('The file must hold an Ed25519 key in PEM, private or public.')
  return rawOf(key)
}

/** The file that the operator named does not contain an Ed25519 key. */
export class NotAKey extends Error {}

/**
 * Signs an earlier key, given in PEM, public or private, so that its receipts stay valid.
 * @returns false when the key is already trusted.
 * @throws NotAKey when `pem` is not an Ed25519 key.
 */
export function countersignEarlierKey(
  present: { publicBytes: Buffer; sign(bytes: Buffer): Buffer },
  keyFile: string,
  pem: string,
): boolean {
  const earlier = publicBytesFrom(pem)
  const trusted = trustedKeys(present.publicBytes, readEarlierKeys(keyFile))
  if (trusted.some((key) => key.equals(earlier))) return false
  const signature = present.sign(countersignedText(earlier))
  const line = [earlier, present.publicBytes, signature].map((bytes) => bytes.toString('base64')).join(' ')
  appendFileSync(earlierKeysFile(keyFile), `${line}\n`, { mode: 0o644 })
  return true
}

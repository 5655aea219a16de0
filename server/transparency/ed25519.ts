import { createPublicKey, type KeyObject, verify } from 'node:crypto'

const KEY_BYTES = 32

/** The 32 bytes of an Ed25519 public key, which are the last ones of its SPKI form. */
export const rawOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).subarray(-KEY_BYTES)

/** The bytes before an Ed25519 public key in its SPKI form; they are the same for every key. */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')
const SIGNATURE_BYTES = 64
// Parsed keys are cached, because parsing a key costs as much as using it. Only the few keys of the portal
// and its witnesses are used, so the cache stays small.
const parsedKeys = new Map<string, KeyObject>()
function parseKey(publicBytes: Buffer): KeyObject {
  const cacheKey = publicBytes.toString('base64')
  const parsed =
    parsedKeys.get(cacheKey) ??
    createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicBytes]), format: 'der', type: 'spki' })
  parsedKeys.set(cacheKey, parsed)
  return parsed
}

/** True when the key with these 32 public bytes made this Ed25519 signature of `bytes`. */
export const verifies = (publicBytes: Buffer, bytes: Buffer, signature: Buffer): boolean =>
  signature.length === SIGNATURE_BYTES && verify(null, bytes, parseKey(publicBytes), signature)

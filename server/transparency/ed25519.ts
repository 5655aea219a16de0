import { createPublicKey, type KeyObject, verify } from 'node:crypto'

/** The 32 bytes of an Ed25519 public key, taken from its SPKI form. */
export const rawOf = (key: KeyObject) => key.export({ type: 'spki', format: 'der' }).subarray(-32)

const SPKI_BEFORE_KEY = Buffer.from('302a300506032b6570032100', 'hex')
// Cached: parsing a key costs as much as using it. The map stays small because only our own keys are used.
const keys = new Map<string, KeyObject>()
function keyOf(publicBytes: Buffer): KeyObject {
  const name = publicBytes.toString('base64')
  const key =
    keys.get(name) ??
    createPublicKey({ key: Buffer.concat([SPKI_BEFORE_KEY, publicBytes]), format: 'der', type: 'spki' })
  keys.set(name, key)
  return key
}

/** True when the key with these 32 public bytes, one of ours, made this Ed25519 signature. */
export const verifies = (publicBytes: Buffer, bytes: Buffer, signature: Buffer): boolean =>
  signature.length === 64 && verify(null, bytes, keyOf(publicBytes), signature)

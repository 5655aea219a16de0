import { createHash } from 'node:crypto'

/** The signature types of C2SP signed-note: our own Ed25519 signatures, and cosignatures of witnesses. */
export const ED25519_TYPE = 0x01
export const COSIGNATURE_TYPE = 0x04

const KEY_BYTES = 32

/**
 * The id of a signing key in hex, as C2SP signed-note defines it. It is the first four bytes of SHA-256(name
 * || 0x0A || type || public key).
 */
export const noteKeyId = (name: string, type: number, publicBytes: Buffer): string =>
  createHash('sha256')
    .update(`${name}\n`)
    .update(Buffer.of(type))
    .update(publicBytes)
    .digest('hex')
    .slice(0, 8)

/** A public key in the text form of C2SP signed-note: `name+key id+base64 of the type and the key`. */
export const noteVerifierKey = (name: string, type: number, publicBytes: Buffer): string =>
  `${name}+${noteKeyId(name, type, publicBytes)}+${Buffer.concat([Buffer.of(type), publicBytes]).toString('base64')}`

/** The public key of someone who signs notes under a name. `id` is the key's id in hex. */
export type VerifierKey = { name: string; id: string; publicBytes: Buffer }

/** Reads a public key of this type from text; undefined unless `noteVerifierKey` writes the same text. */
export function readVerifierKey(vkey: string, type: number): VerifierKey | undefined {
  // For instance: log.example.org+1a2b3c4d+AQID…
  const { name, id, encoded } =
    /^(?<name>[^\s+]{1,200})\+(?<id>[0-9a-f]{8})\+(?<encoded>[\w+/=]{1,100})$/u.exec(vkey)?.groups ?? {}
  if (name === undefined || id === undefined || encoded === undefined) return undefined
  // The first byte is the signature type, and the rest is the key.
  const publicBytes = Buffer.from(encoded, 'base64').subarray(1)
  return publicBytes.length === KEY_BYTES && noteVerifierKey(name, type, publicBytes) === vkey
    ? { name, id, publicBytes }
    : undefined
}

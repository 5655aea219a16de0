import { keyIdOf, type ReceiptKey } from './key.ts'
import { verifies } from './ed25519.ts'

export type Checkpoint = { origin: string; size: number; root: Buffer }

/** The text of a checkpoint by C2SP tlog-checkpoint: origin, size and root, each on its own line. */
const textOf = ({ origin, size, root }: Checkpoint) => `${origin}\n${size}\n${root.toString('base64')}\n`

/** The checkpoint as a C2SP signed note. */
export function signCheckpoint(key: ReceiptKey, { size, root }: Omit<Checkpoint, 'origin'>): string {
  const text = textOf({ origin: key.origin, size, root })
  const signature = Buffer.concat([
    Buffer.from(keyIdOf(key.origin, key.publicBytes), 'hex'),
    key.sign(Buffer.from(text)),
  ])
  return `${text}\n— ${key.origin} ${signature.toString('base64')}\n`
}

/** A signature in a note starts with the id of its key. */
const KEY_ID_BYTES = 4
const NOTE =
  /^(?<text>(?<origin>[^\n]+)\n(?<size>0|[1-9]\d{0,15})\n(?<root>[A-Za-z0-9+/]{43}=)\n)\n— (?<name>\S+) (?<signature>[A-Za-z0-9+/]{91}=)\n$/

/**
 * Reads a checkpoint in our format; undefined for anything else. `signedBy` checks its single signature with
 * a key.
 */
export function readCheckpoint(
  note: string,
): (Checkpoint & { key: string; signedBy(publicBytes: Buffer): boolean }) | undefined {
  const { text, origin, size, root, name, signature } = NOTE.exec(note)?.groups ?? {}
  if (text === undefined || origin === undefined || signature === undefined || name !== origin)
    return undefined
  const signatureBytes = Buffer.from(signature, 'base64')
  const keyId = signatureBytes.subarray(0, KEY_ID_BYTES).toString('hex')
  return {
    origin,
    size: Number(size),
    root: Buffer.from(root ?? '', 'base64'),
    key: `${name}+${keyId}`,
    signedBy: (publicBytes) =>
      keyIdOf(origin, publicBytes) === keyId &&
      verifies(publicBytes, Buffer.from(text), signatureBytes.subarray(KEY_ID_BYTES)),
  }
}

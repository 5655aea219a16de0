import { keyIdOf, type ReceiptKey } from './key.ts'
import { verifies } from './ed25519.ts'

export type Checkpoint = { origin: string; size: number; root: Buffer }

/** The text of a checkpoint (C2SP tlog-checkpoint): origin, size and root, each on its own line. */
const textOf = ({ origin, size, root }: Checkpoint) => `${origin}\n${size}\n${root.toString('base64')}\n`

/** The checkpoint with its signature, as a C2SP signed note. */
export function signCheckpoint(key: ReceiptKey, { size, root }: Omit<Checkpoint, 'origin'>): string {
  const text = textOf({ origin: key.origin, size, root })
  const signature = Buffer.concat([
    Buffer.from(keyIdOf(key.origin, key.publicBytes), 'hex'),
    key.sign(Buffer.from(text)),
  ])
  return `${text}\n— ${key.origin} ${signature.toString('base64')}\n`
}

/** A signature in a note starts with the id of its key. */
export const KEY_ID_BYTES = 4
/**
 * A checkpoint has five lines: `jobs.example.org/log`, `1234`, the root in base64, an empty line, and the
 * portal's signature as `— jobs.example.org/log <base64>`. At most 15 signature lines of witnesses may
 * follow. A size such as `01234` is refused.
 */
const NOTE =
  /^(?<ownNote>(?<text>(?<origin>[^\n]+)\n(?<size>0|[1-9]\d{0,15})\n(?<root>[A-Za-z0-9+/]{43}=)\n)\n— (?<name>\S+) (?<signature>[A-Za-z0-9+/]{91}=)\n)(?<witnessLines>(?:— \S+ [A-Za-z0-9+/]+={0,2}\n){0,15})$/

/**
 * `text` is what is signed. `ownNote` is the note with only the portal's signature, and `witnessLines` are
 * the lines after it. `key` is the name of the key that signed, as receipts have it.
 */
export type SignedCheckpoint = Checkpoint & {
  text: string
  ownNote: string
  witnessLines: string[]
  key: string
  /** Checks the portal's signature with a key. */
  signedBy(publicBytes: Buffer): boolean
}

/** Reads a checkpoint in the portal's format; undefined for any other text. */
export function readCheckpoint(note: string): SignedCheckpoint | undefined {
  const { text, ownNote, origin, size, root, name, signature, witnessLines } = NOTE.exec(note)?.groups ?? {}
  if (text === undefined || ownNote === undefined || origin === undefined || signature === undefined)
    return undefined
  // The portal signs a checkpoint under the name of its origin.
  if (name !== origin) return undefined
  const signatureBytes = Buffer.from(signature, 'base64')
  const keyId = signatureBytes.subarray(0, KEY_ID_BYTES).toString('hex')
  return {
    origin,
    size: Number(size),
    root: Buffer.from(root ?? '', 'base64'),
    text,
    ownNote,
    // Each line ends with a line break, so the last part is empty.
    witnessLines: witnessLines?.split('\n').slice(0, -1) ?? [],
    key: `${name}+${keyId}`,
    signedBy: (publicBytes) =>
      keyIdOf(origin, publicBytes) === keyId &&
      verifies(publicBytes, Buffer.from(text), signatureBytes.subarray(KEY_ID_BYTES)),
  }
}

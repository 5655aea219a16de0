import { createHash, createPublicKey, verify } from 'node:crypto'

// A second implementation of the public log, independent and slow: RFC 6962 §2.1, C2SP signed-note,
// tlog-checkpoint and tlog-tiles. It uses no code of the server.

const sha256 = (...parts: (Buffer | string)[]) => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
export const leafOf = (entry: Buffer | string) => sha256(Buffer.of(0), entry)
export const treeOf = (leaves: Buffer[]): Buffer => {
  if (leaves.length === 0) return sha256('')
  if (leaves.length === 1) return leaves[0] as Buffer
  // In the log's Merkle tree, the left half's size is the largest power of two below the tree's size.
  let leftSize = 1
  while (leftSize * 2 < leaves.length) leftSize *= 2
  return sha256(Buffer.of(1), treeOf(leaves.slice(0, leftSize)), treeOf(leaves.slice(leftSize)))
}

/**
 * Reads a checkpoint and checks its signature with a verifier key.
 * @throws Error when the key is invalid or did not sign it
 */
export function openNote(note: string, vkey: string): { origin: string; size: number; root: Buffer } {
  // The format of a verifier key is `NAME+ID+KEY`.
  const [name = '', id = '', encoded = ''] = vkey.split(/\+(.*?)\+(.*)/)
  const key = Buffer.from(encoded, 'base64')
  if (key[0] !== 1 || key.length !== 33) throw new Error('not an Ed25519 verifier key')
  if (sha256(`${name}\n`, key).subarray(0, 4).toString('hex') !== id)
    throw new Error('the key has another id')
  const end = note.lastIndexOf('\n\n') + 1
  const text = note.slice(0, end)
  const spki = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: key.subarray(1).toString('base64url') },
    format: 'jwk',
  })
  const signed = note
    .slice(end + 1)
    .trimEnd()
    .split('\n')
    .some((line) => {
      const [dash, by, signature = ''] = line.split(' ')
      const bytes = Buffer.from(signature, 'base64')
      return (
        dash === '—' &&
        by === name &&
        bytes.subarray(0, 4).toString('hex') === id &&
        verify(null, Buffer.from(text), spki, bytes.subarray(4))
      )
    })
  if (!signed) throw new Error('not signed by this key')
  const [origin = '', size, root = ''] = text.split('\n')
  return { origin, size: Number(size), root: Buffer.from(root, 'base64') }
}

/** The path of a tile by the specification tlog-tiles: `x001/x234/067` for 1,234,067. */
const pathOf = (n: number) =>
  String(n)
    .padStart(Math.ceil(String(n).length / 3) * 3, '0')
    .replace(/\d{3}(?=\d)/g, 'x$&/')

/**
 * All tiles and bundles of a log with these entries, by path. The specification tlog-tiles requires a log of
 * this size to serve them.
 */
export function filesOf(entries: Buffer[]): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  let hashes: Buffer[] = entries.map(leafOf)
  for (let level = 0; hashes.length > 0; level++) {
    const up: Buffer[] = []
    for (let n = 0; n * 256 < hashes.length; n++) {
      const part = hashes.slice(n * 256, n * 256 + 256)
      const name = `${pathOf(n)}${part.length < 256 ? `.p/${part.length}` : ''}`
      files.set(`tile/${level}/${name}`, Buffer.concat(part))
      if (level === 0) {
        const bundle = entries
          .slice(n * 256, n * 256 + 256)
          .flatMap((entry) => [Buffer.of(entry.length >> 8, entry.length & 255), entry])
        files.set(`tile/entries/${name}`, Buffer.concat(bundle))
      }
      if (part.length === 256) up.push(treeOf(part))
    }
    hashes = up
  }
  return files
}

#!/usr/bin/env node
// Checks a receipt of an application against the public log, without asking anyone: no network, no library,
// only Node's own cryptography (Node 18 or newer). The exact bytes are described in transparency.md.
//
//   node check-receipt.mjs RECEIPT.json PROOF.json VKEY
//   node check-receipt.mjs RECEIPT.json PROOF.json VKEY --since KEPT-CHECKPOINT CONSISTENCY.json
//
//   RECEIPT.json      the file saved from the receipt
//   PROOF.json        the file saved on "Check a receipt", or `inclusion` of what
//                     POST /api/receipts/verify/ answers
//   VKEY              the public key as /transparency shows it: better one that you noted down earlier, or
//                     that someone else gave you
//   --since           also shows that the log has only grown since you saved a checkpoint
//   KEPT-CHECKPOINT   the checkpoint that you saved
//   CONSISTENCY.json  what GET /api/transparency/consistency/?from=SIZE answers; SIZE is the second line of
//                     your checkpoint
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

class Wrong extends Error {}
const must = (holds, sentence) => {
  if (!holds) throw new Wrong(sentence)
}

/** What the files say, without characters that could write over the verdict on your screen. */
const shown = (text) =>
  String(text)
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .slice(0, 200)

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const node = (left, right) => sha256(Buffer.of(1), left, right)
const base64 = (text) => Buffer.from(text, 'base64')

// RFC 8785 for an object of texts: names in the order of their UTF-16 units, no spaces.
const canonical = (texts) =>
  `{${Object.keys(texts)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${JSON.stringify(texts[name])}`)
    .join(',')}}`

// C2SP signed-note: NAME+ID+BASE64(0x01 || 32 bytes of an Ed25519 public key), where ID is the beginning of a
// hash of the rest.
function readKey(vkey) {
  const [, name, id, encoded] = /^(.+?)\+([0-9a-f]{8})\+(.+)$/.exec(vkey) ?? []
  must(name, 'The public key must look like name+1a2b3c4d+AbCd...')
  const bytes = base64(encoded)
  must(bytes.length === 33 && bytes[0] === 1, 'The public key is not an Ed25519 key')
  must(
    sha256(`${name}\n`, bytes).subarray(0, 4).toString('hex') === id,
    'The public key does not fit its own id: it was not copied whole',
  )
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: bytes.subarray(1).toString('base64url') },
    format: 'jwk',
  })
  return { name, id, signed: (text, signature) => verify(null, Buffer.from(text), key, signature) }
}

// C2SP tlog-checkpoint: origin, size, root; an empty line; signatures.
function readCheckpoint(note, key) {
  const end = note.lastIndexOf('\n\n')
  must(end > 0, 'That is no checkpoint')
  const text = note.slice(0, end + 1)
  const signed = note
    .slice(end + 2)
    .split('\n')
    .some((line) => {
      const [dash, name, signature] = line.split(' ')
      if (dash !== '—' || name !== key.name || !signature) return false
      const bytes = base64(signature)
      return bytes.subarray(0, 4).toString('hex') === key.id && key.signed(text, bytes.subarray(4))
    })
  must(signed, 'The checkpoint was not signed with this key')
  const [origin, size, root] = text.split('\n')
  must(origin === key.name, 'The checkpoint is of another log')
  return { size: Number(size), root: base64(root) }
}

// RFC 9162 §2.1.3.2
function rootByInclusion(index, size, leaf, proof) {
  must(Number.isSafeInteger(index) && index >= 0 && index < size, 'The proof is for a place outside the log')
  let [position, last, root] = [index, size - 1, leaf]
  for (const hash of proof) {
    must(last > 0, 'The proof is too long')
    if (position % 2 === 1 || position === last) {
      root = node(hash, root)
      while (position % 2 === 0 && position > 0) [position, last] = [position / 2, Math.floor(last / 2)]
    } else root = node(root, hash)
    ;[position, last] = [Math.floor(position / 2), Math.floor(last / 2)]
  }
  must(last === 0, 'The proof is too short')
  return root
}

// RFC 9162 §2.1.4.2
function mustBeConsistent(before, now, proof) {
  const rewritten =
    'The log was rewritten: what it held when you kept your checkpoint is not what it holds now'
  must(before.size > 0 && before.size <= now.size, 'The kept checkpoint is larger than the log, or empty')
  if (before.size === now.size) return must(before.root.equals(now.root), rewritten)
  const path = Number.isInteger(Math.log2(before.size)) ? [before.root, ...proof] : [...proof]
  let [position, last] = [before.size - 1, now.size - 1]
  while (position % 2 === 1) [position, last] = [(position - 1) / 2, Math.floor(last / 2)]
  let old = path.shift()
  must(old, 'The proof of consistency is too short')
  let root = old
  for (const hash of path) {
    must(last > 0, 'The proof of consistency is too long')
    if (position % 2 === 1 || position === last) {
      ;[old, root] = [node(hash, old), node(hash, root)]
      while (position % 2 === 0 && position > 0) [position, last] = [position / 2, Math.floor(last / 2)]
    } else root = node(root, hash)
    ;[position, last] = [Math.floor(position / 2), Math.floor(last / 2)]
  }
  must(last === 0 && old.equals(before.root) && root.equals(now.root), rewritten)
}

function check([receiptFile, proofFile, vkey, since, earlierFile, consistencyFile]) {
  if (!vkey)
    throw new Wrong(
      'Usage: node check-receipt.mjs RECEIPT.json PROOF.json VKEY [--since KEPT-CHECKPOINT CONSISTENCY.json]',
    )
  const key = readKey(vkey)
  const { signature, ...receipt } = JSON.parse(readFileSync(receiptFile, 'utf8'))
  const proof = JSON.parse(readFileSync(proofFile, 'utf8'))

  must(
    receipt.key === `${key.name}+${key.id}`,
    `The receipt was signed with another key, ${shown(receipt.key)}`,
  )
  must(
    key.signed(canonical(receipt), base64(String(signature))),
    'The signature is not right: the receipt was changed, or is not theirs',
  )
  console.log(`genuine    the receipt ${receipt.reference_number} is signed with ${receipt.key}`)
  // Prints what was signed: the file may have the same field twice, with another value first.
  console.log(
    `           for ${shown(receipt.name)}: ${shown(receipt.job_title)}, ${shown(receipt.job_reference)}, sent ${shown(receipt.submitted_at)}`,
  )
  if (receipt.received_at !== undefined)
    console.log(`           received by them ${shown(receipt.received_at)}`)

  must(
    /^[0-9a-f]{64}$/.test(receipt.salt) && /^[0-9a-f]{64}$/.test(receipt.digest),
    'The receipt has no salt or digest',
  )
  const digest = sha256(
    Buffer.from(receipt.salt, 'hex'),
    Buffer.from(receipt.digest, 'hex'),
    receipt.reference_number,
    receipt.submitted_at,
  )
  const entry = canonical({ at: receipt.submitted_at, digest: digest.toString('hex'), kind: 'submission' })
  const now = readCheckpoint(proof.checkpoint, key)
  const root = rootByInclusion(
    proof.leaf_index,
    now.size,
    sha256(Buffer.of(0), entry),
    proof.proof.map(base64),
  )
  must(root.equals(now.root), 'The proof does not lead from this receipt to the signed root of the log')
  console.log(`included   as entry ${proof.leaf_index} of the ${now.size} in the signed checkpoint`)

  if (since !== '--since') return
  const earlier = readCheckpoint(readFileSync(earlierFile, 'utf8'), key)
  const consistency = JSON.parse(readFileSync(consistencyFile, 'utf8'))
  const later = readCheckpoint(consistency.checkpoint, key)
  mustBeConsistent(earlier, later, consistency.proof.map(base64))
  // Otherwise one log could hold the receipt, and another log could have grown.
  must(
    later.size === now.size && later.root.equals(now.root),
    'PROOF.json and CONSISTENCY.json are of different checkpoints: save both again, one after the other',
  )
  console.log(`only grown from the ${earlier.size} entries of the checkpoint you kept to ${later.size}`)
}

try {
  check(process.argv.slice(2))
} catch (error) {
  console.error(
    `NOT PROVEN ${error instanceof Wrong ? `${error.message}.` : `These files cannot be read: ${shown(error.message)}`}`,
  )
  process.exitCode = 1
}

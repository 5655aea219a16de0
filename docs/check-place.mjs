#!/usr/bin/env node
// Checks that a person is in the frozen pool of a selection, with exactly these points, without asking
// anyone: no network, no library, only Node's own cryptography (Node 18 or newer).
//
//   node check-place.mjs PROOF.json POOL_ROOT
//
// PROOF.json is the file saved from "Your place in the selection". POOL_ROOT is the root as the page of the
// selection shows it: better the one that you noted down before the draw.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

class Wrong extends Error {}
const must = (holds, sentence) => {
  if (!holds) throw new Wrong(sentence)
}
const isHex = (value) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()

/** RFC 8785 for an object of texts, whole numbers and truth values. */
const canonical = (value) => JSON.stringify(value, Object.keys(value).sort())

/** The root that the hashes lead to from leaf `index` of `size` leaves (RFC 9162 section 2.1.3.2). */
function rootOf(leaf, index, size, hashes) {
  let [position, last, root] = [index, size - 1, leaf]
  for (const hash of hashes) {
    must(last > 0, 'The proof has too many hashes')
    if (position % 2 === 1 || position === last) {
      root = sha256(Buffer.of(1), hash, root)
      while (position % 2 === 0 && position > 0) [position, last] = [position / 2, Math.floor(last / 2)]
    } else {
      root = sha256(Buffer.of(1), root, hash)
    }
    ;[position, last] = [Math.floor(position / 2), Math.floor(last / 2)]
  }
  must(last === 0, 'The proof has too few hashes')
  return root.toString('hex')
}

function check(file, poolRoot) {
  const { format, entry, index, size, hashes } = JSON.parse(readFileSync(file, 'utf8'))
  must(format === 'selection-proof/1', 'The file is not of the format selection-proof/1')
  must(isHex(poolRoot), 'The root is not 64 lower-case hexadecimal digits')
  must(
    Number.isSafeInteger(size) && Number.isSafeInteger(index),
    'The place in the pool is not a whole number',
  )
  must(index >= 0 && index < size, 'The place in the pool is not in the pool')
  must(Array.isArray(hashes) && hashes.every(isHex), 'The proof has something else than hashes')
  must(Number.isSafeInteger(entry?.points) && isHex(entry.leaf), 'The entry has no points or no leaf')
  const leaf = sha256(Buffer.of(0), canonical(entry))
  const root = rootOf(
    leaf,
    index,
    size,
    hashes.map((hash) => Buffer.from(hash, 'hex')),
  )
  must(root === poolRoot, 'The proof leads to another root: this entry is not in that pool')
  return `correct: in the pool of ${size} people, with ${entry.points} points; the leaf is ${entry.leaf}`
}

const [file, poolRoot, ...more] = process.argv.slice(2)
if (poolRoot === undefined || more.length > 0) {
  console.error('Usage: node check-place.mjs PROOF.json POOL_ROOT')
  process.exit(2)
}
try {
  console.log(check(file, poolRoot))
} catch (error) {
  console.log(`WRONG: ${error instanceof Wrong ? error.message : 'the file cannot be read'}`)
  process.exitCode = 1
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// A Bloom filter of 2^18 bits: the 17,950 passwords of eight characters or more on the list of @zxcvbn-ts/language-common; one in a
// thousand others is refused by mistake. `bin/known-passwords.ts` makes it.
const BITS = 2 ** 18
const PROBES = 10
export const FILTER_FILE = join(import.meta.dirname, 'known-passwords.bloom')

const probes = (password: string) => {
  const digest = createHash('sha256').update(password.toLowerCase()).digest()
  const [first, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0]
  return Array.from({ length: PROBES }, (_, index) => (first + index * step) % BITS)
}

/** The filter of a list of passwords, as `known-passwords.bloom` holds it. */
export const buildFilter = (passwords: Iterable<string>): Buffer => {
  const filter = Buffer.alloc(BITS / 8)
  for (const password of passwords) for (const bit of probes(password)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  return filter
}

let loaded: Buffer | undefined

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}]+$/u, '')

/**
 * Whether everybody knows this password (A6, C7): it is on the list of stolen and common ones, or it is one of the
 * person's own `words` (names, address), perhaps with a few figures behind.
 */
export const isKnownPassword = (password: string, words: string[] = []): boolean => {
  const filter = (loaded ??= readFileSync(FILTER_FILE))
  if (probes(password).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1)) return true
  // Addresses end in figures too: wanjiku23 is as bare as Wanjiku2026.
  return words.some((word) => word.length >= 3 && (password.toLowerCase() === word.toLowerCase() || (bare(word).length >= 3 && bare(password) === bare(word))))
}

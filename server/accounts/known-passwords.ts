import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// A Bloom filter of 2^18 bits with the 17,950 passwords of eight characters or more from
// @zxcvbn-ts/language-common. It refuses one in a thousand other passwords by mistake.
// `bin/known-passwords.ts` builds it.
const BITS = 2 ** 18
const PROBES = 10
export const FILTER_FILE = join(import.meta.dirname, 'known-passwords.bloom')

const probes = (password: string) => {
  const digest = createHash('sha256').update(password.toLowerCase()).digest()
  const [first, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0]
  return Array.from({ length: PROBES }, (_, index) => (first + index * step) % BITS)
}

/** Builds the filter in the format of `known-passwords.bloom`. */
export const buildFilter = (passwords: Iterable<string>): Buffer => {
  const filter = Buffer.alloc(BITS / 8)
  for (const password of passwords)
    for (const bit of probes(password)) filter[bit >> 3] = (filter[bit >> 3] ?? 0) | (1 << (bit & 7))
  return filter
}

let loaded: Buffer | undefined

const bare = (text: string) => text.toLowerCase().replace(/[^\p{L}]+$/u, '')

/**
 * Whether a password is easy to guess (A6, C7). It is on the list of stolen and common passwords, or it is
 * one of the person's own `words` (names, email address). Digits and symbols at the end do not make a word
 * safe.
 */
export const isKnownPassword = (password: string, words: string[] = []): boolean => {
  const filter = (loaded ??= readFileSync(FILTER_FILE))
  if (probes(password).every((bit) => ((filter[bit >> 3] ?? 0) >> (bit & 7)) & 1)) return true
  // Addresses end in digits too: wanjiku23 and Wanjiku2026 are the same word.
  return words.some(
    (word) =>
      word.length >= 3 &&
      (password.toLowerCase() === word.toLowerCase() ||
        (bare(word).length >= 3 && bare(password) === bare(word))),
  )
}

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

// A Bloom filter of 2^18 bits with the 17,950 passwords of eight characters or more from
// @zxcvbn-ts/language-common. It refuses one in a thousand other passwords by mistake.
// `bin/known-passwords.ts` builds it.
const BITS = 2 ** 18
const BITS_PER_PASSWORD = 10
export const FILTER_FILE = join(import.meta.dirname, 'known-passwords.bloom')

const bitsOf = (password: string) => {
  // The ten bits of a password come from two numbers of one digest, instead of ten hash functions (double
  // hashing). With an odd step, every bit can be reached.
  const digest = createHash('sha256').update(password.toLowerCase()).digest()
  const [firstBit, step] = [digest.readUInt32LE(0), (digest.readUInt32LE(4) | 1) >>> 0]
  return Array.from({ length: BITS_PER_PASSWORD }, (_, index) => (firstBit + index * step) % BITS)
}

const byteOf = (bit: number) => bit >> 3
const maskOf = (bit: number) => 1 << (bit & 7)

/** Builds the Bloom filter of known passwords, in the format of the file `known-passwords.bloom`. */
export const buildFilter = (passwords: Iterable<string>): Buffer => {
  const filter = Buffer.alloc(BITS / 8)
  for (const password of passwords)
    for (const bit of bitsOf(password)) filter[byteOf(bit)] = (filter[byteOf(bit)] ?? 0) | maskOf(bit)
  return filter
}

let loadedFilter: Buffer | undefined

/** Removes the digits and symbols at the end of a word, and writes it in lower case. */
const withoutEnding = (text: string) => text.toLowerCase().replace(/[^\p{L}]+$/u, '')

/**
 * True for a password that is easy to guess (A6, C7). It is on the list of stolen and common passwords, or
 * it is one of the person's own words (names, email address). Digits and symbols at the end do not make a
 * word safe.
 */
export const isKnownPassword = (password: string, ownWords: string[] = []): boolean => {
  loadedFilter ??= readFileSync(FILTER_FILE)
  const filter = loadedFilter
  if (bitsOf(password).every((bit) => (filter[byteOf(bit)] ?? 0) & maskOf(bit))) return true
  // The name in an email address often ends in digits. So the endings of both are ignored: for the word
  // wanjiku23, the password Wanjiku2026 is refused.
  return ownWords.some((word) => {
    if (word.length < 3) return false
    const stem = withoutEnding(word)
    const isSameStem = stem.length >= 3 && withoutEnding(password) === stem
    // A word of few letters and many digits has too short a stem, so the whole word is compared too.
    return isSameStem || password.toLowerCase() === word.toLowerCase()
  })
}

import { createHash } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'

/** The parts of a seed, as the specification names them: the seed decides all lots of a selection. */
export type SeedParts = {
  /** 20 throws of a ten-sided die, as digits. */
  dice: string
  /** The root of the hash tree over the frozen pool, 64 hex digits. */
  pool_root: string
  /** Of the drand round with the number `round`, 64 hex digits. */
  randomness: string
  /** In the order of the observers; null for one that did not come in time. */
  reveals: (string | null)[]
  round: number
  /** The digest of `selection-rule/1`, 64 hex digits. */
  rule: string
}

const sha256 = (text: string) => createHash('sha256').update(text)

/** "seed = SHA-256 of canonical JSON {dice, pool_root, randomness, reveals, round, rule}" */
export const seedOf = ({ dice, pool_root, randomness, reveals, round, rule }: SeedParts): string =>
  sha256(canonical({ dice, pool_root, randomness, reveals, round, rule })).digest('hex')

/** What an observer hands over in advance: SHA-256 of the text that they will reveal, 64 hex digits. */
export const commitmentOf = (reveal: string): string => sha256(reveal).digest('hex')

/** The canonical text of a document of the ceremony, and its digest for the public log. */
export function writeDocument(document: Record<string, unknown>): { text: string; digest: Buffer } {
  const text = canonical(document)
  return { text, digest: sha256(text).digest() }
}

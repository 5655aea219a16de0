import { createHash } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'

/** The parts of a seed, as the specification names them. The seed decides all lots of a selection. */
type SeedParts = {
  /** The results of 20 throws of a ten-sided die, as digits. */
  dice: string
  /** The root of the hash tree over the frozen pool, 64 hex digits. */
  pool_root: string
  /** The randomness of the drand round with the number `round`, 64 hex digits. */
  randomness: string
  /** The observers' texts, in the order of the observers; null for a text that did not come in time. */
  reveals: (string | null)[]
  round: number
  /** The digest of the rule's document `selection-rule/1`, 64 hex digits. */
  rule: string
}

const sha256 = (text: string) => createHash('sha256').update(text)

/** "seed = SHA-256 of canonical JSON {dice, pool_root, randomness, reveals, round, rule}" */
export const seedOf = ({ dice, pool_root, randomness, reveals, round, rule }: SeedParts): string =>
  sha256(canonical({ dice, pool_root, randomness, reveals, round, rule })).digest('hex')

/** The commitment that an observer hands over in advance: SHA-256, in hex, of the text to be revealed. */
export const commitmentOf = (reveal: string): string => sha256(reveal).digest('hex')

/** The canonical text of a document of the selection ceremony, and its digest for the public log. */
export function writeDocument(document: Record<string, unknown>): { text: string; digest: Buffer } {
  const text = canonical(document)
  return { text, digest: sha256(text).digest() }
}

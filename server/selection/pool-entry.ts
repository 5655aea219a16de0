import { createHmac } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import type { Entry } from './pack.ts'

/**
 * A secret of each person that is a part of their entry. Without it, anyone could hash the entry with each of
 * three genders and two disabilities, and see which of the six guesses is right.
 */
export const blindOf = (salt: Buffer): string => createHmac('sha256', salt).update('pool').digest('hex')

/** The bytes that are hashed for a person, in the tree of the frozen pool. `salt` is from their receipt. */
export const poolEntry = ({ disability, gender, leaf, place, points, unit }: Entry, salt: Buffer): Buffer =>
  Buffer.from(canonical({ blind: blindOf(salt), disability, gender, leaf, place, points, unit }))

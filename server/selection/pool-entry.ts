import { createHmac } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import type { Entry } from './pack.ts'

/**
 * A secret that is part of each person's entry in the pool. Without it, anyone could hash an entry for each
 * gender, with and without disability, and see which of the six guesses is right.
 */
export const blindOf = (salt: Buffer): string => createHmac('sha256', salt).update('pool').digest('hex')

/**
 * The bytes of a person's entry, which are hashed into the pool's hash tree. `salt` is from their receipt.
 */
export const poolEntry = ({ disability, gender, leaf, place, points, unit }: Entry, salt: Buffer): Buffer =>
  Buffer.from(canonical({ blind: blindOf(salt), disability, gender, leaf, place, points, unit }))

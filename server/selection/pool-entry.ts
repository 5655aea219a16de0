import { createHmac } from 'node:crypto'
import { canonical } from '#contract/canonical.ts'
import type { Entry } from './pack.ts'

/**
 * "blind = HMAC-SHA-256(key = the 32 bytes of the receipt's salt, "pool"), so that six guesses do not tell
 * anybody's gender or disability."
 */
export const blindOf = (salt: Buffer): string => createHmac('sha256', salt).update('pool').digest('hex')

/** What the hash of an entry of the frozen pool is computed from. */
export const poolEntry = ({ disability, gender, leaf, place, points, unit }: Entry, salt: Buffer): Buffer =>
  Buffer.from(canonical({ blind: blindOf(salt), disability, gender, leaf, place, points, unit }))

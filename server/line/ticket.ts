import { randomInt } from 'node:crypto'
import { LINE } from '#contract/line/line.ts'
import { sameBytes } from '../http/visitor.ts'
import type { Secrets } from '../secrets.ts'

/**
 * A place in the waiting line: the second of a person's arrival plus a random part. It is a time in
 * milliseconds with three decimals, so hardly two people have the same place.
 */
export type Place = number

// The place is computed in whole millionths of a second, then divided into milliseconds.
export const newPlace = (nowMs: number): Place =>
  (Math.floor(nowMs / 1000) * 1_000_000 + randomInt(1_000_000)) / 1000

const signatureOf = (secrets: Secrets, placeText: string) =>
  secrets.hmac('line', placeText).subarray(0, LINE.proofBytes)

/**
 * The ticket for a place, such as `h5xk2m0q9c.` and the signature in base64url. The part before the dot is
 * the place in millionths of a second, in base 36. The ticket is signed, so the server need not store it.
 */
export const signPlace = (secrets: Secrets, place: Place) => {
  const placeText = Math.round(place * 1000).toString(36)
  return `${placeText}.${signatureOf(secrets, placeText).toString('base64url')}`
}

/** A ticket as read. `future`: its place is later than now. `old`: it has expired. */
type ReadTicket = { kind: 'valid'; place: Place } | { kind: 'forged' | 'future' | 'old' }

export function readTicket(secrets: Secrets, ticket: string, nowMs: number): ReadTicket {
  const [placeText = '', signature = '', excess] = ticket.split('.')
  if (
    excess !== undefined ||
    !/^[0-9a-z]{1,11}$/.test(placeText) ||
    !sameBytes(Buffer.from(signature, 'base64url'), signatureOf(secrets, placeText))
  )
    return { kind: 'forged' }
  const place = parseInt(placeText, 36) / 1000
  // A place may lie up to a second after its ticket's issue. Also, the issuing machine's clock may be fast.
  if (place > nowMs + 1000 + LINE.maxClockSkewMs) return { kind: 'future' }
  if (place < nowMs - LINE.ticketValidMs) return { kind: 'old' }
  return { kind: 'valid', place }
}

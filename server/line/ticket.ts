import { randomInt } from 'node:crypto'
import { LINE } from '#contract/line/line.ts'
import { sameBytes } from '../http/visitor.ts'
import type { Secrets } from '../secrets.ts'

/**
 * A place in the line: the second of arrival plus a random part; together an instant in ms, to the millionth
 * of a second, so that hardly two people have the same one. It is signed, so that nothing of it is stored.
 */
const proof = (secrets: Secrets, place: string) => secrets.hmac('line', place).subarray(0, LINE.proofBytes)

export const placeFor = (now: number) => (Math.floor(now / 1000) * 1_000_000 + randomInt(1_000_000)) / 1000
export const lineTicket = (secrets: Secrets, place: number) => {
  const text = Math.round(place * 1000).toString(36)
  return `${text}.${proof(secrets, text).toString('base64url')}`
}

export type ReadTicket = { kind: 'true'; place: number } | { kind: 'forged' | 'future' | 'old' }

export function readLineTicket(secrets: Secrets, ticket: string, now: number): ReadTicket {
  const [text = '', signature = '', more] = ticket.split('.')
  if (
    more !== undefined ||
    !/^[0-9a-z]{1,11}$/.test(text) ||
    !sameBytes(Buffer.from(signature, 'base64url'), proof(secrets, text))
  )
    return { kind: 'forged' }
  const place = parseInt(text, 36) / 1000
  if (place > now + 1000 + LINE.aheadMs) return { kind: 'future' }
  if (place < now - LINE.ticketMs) return { kind: 'old' }
  return { kind: 'true', place }
}

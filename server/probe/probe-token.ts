import { randomBytes } from 'node:crypto'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Secrets } from '../secrets.ts'

/**
 * The header that marks a submit as a probe (a test submit of the portal itself). With a stolen token, one
 * could only write the probes' single row again, for a short time.
 */
export const PROBE_HEADER = 'portal-probe'
const VALID_MS = 30_000

/**
 * A token that marks a probe. Only a process with the installation's secret can make it. It belongs to no
 * account, session or password.
 */
export const probeToken = (secrets: Secrets, now: Date) =>
  signToken(secrets, 'probe', `${now.getTime()}.${randomBytes(12).toString('base64url')}`)

/**
 * When a probe's token was made. Undefined if it is forged, or differs from `now` by more than `VALID_MS`.
 */
export function probeTime(secrets: Secrets, token: string, now: Date): Date | undefined {
  // A longer text cannot be a token that the portal made.
  if (token.length > 120) return undefined
  // Without a valid signature, `madeAt` is NaN, which is never within the limit. The difference may be
  // negative, because the clock of another machine may be ahead.
  const madeAt = Number(verifyToken(secrets, 'probe', token)?.split('.')[0] ?? Number.NaN)
  return Math.abs(now.getTime() - madeAt) <= VALID_MS ? new Date(madeAt) : undefined
}

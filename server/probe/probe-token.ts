import { randomBytes } from 'node:crypto'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Secrets } from '../secrets.ts'

/**
 * The header that marks a submit as a probe. A stolen token can only write the probe's single row again, for
 * a short time.
 */
export const PROBE_HEADER = 'portal-probe'
const VALID_MS = 30_000

/**
 * Only a process with the installation's secret can make this token. It belongs to no account, session or
 * password.
 */
export const probeToken = (secrets: Secrets, now: Date) =>
  signToken(secrets, 'probe', `${now.getTime()}.${randomBytes(12).toString('base64url')}`)

/**
 * The time at which the token was made; undefined when it is forged or more than `VALID_MS` away from `now`.
 */
export function probeTime(secrets: Secrets, token: string, now: Date): Date | undefined {
  // No token of ours is longer.
  if (token.length > 120) return undefined
  // NaN without a valid signature: it is in no range. Another machine's clock may be ahead or behind.
  const madeAt = Number(verifyToken(secrets, 'probe', token)?.split('.')[0] ?? Number.NaN)
  return Math.abs(now.getTime() - madeAt) <= VALID_MS ? new Date(madeAt) : undefined
}

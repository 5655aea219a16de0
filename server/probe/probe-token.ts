import { randomBytes } from 'node:crypto'
import { signToken, verifyToken } from '../http/signed-token.ts'
import type { Secrets } from '../secrets.ts'

/** The header that makes a submit a probe. Whoever stole one could, for a moment, write the one row of the probe once more: it opens nothing. */
export const PROBE_HEADER = 'portal-probe'
const VALID_MS = 30_000

/** Only a process with the installation's secret can make one; no account, no session and no password stands behind it. */
export const probeToken = (secrets: Secrets, now: Date) => signToken(secrets, 'probe', `${now.getTime()}.${randomBytes(12).toString('base64url')}`)

/** When it was made, or undefined when it is forged, old, or of an hour that has not come. */
export function probeTime(secrets: Secrets, token: string, now: Date): Date | undefined {
  if (token.length > 120) return undefined
  const made = Number(verifyToken(secrets, 'probe', token)?.split('.')[0] ?? Number.NaN)
  return Math.abs(now.getTime() - made) <= VALID_MS ? new Date(made) : undefined
}

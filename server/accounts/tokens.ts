import type { Secrets } from '../secrets.ts'

/** The six digits of a reset code, derived from the nonce of the code's row (A3). */
export const resetCode = (secrets: Secrets, nonce: string) =>
  String(secrets.hmac('reset-code', nonce).readUInt32BE(0) % 1_000_000).padStart(6, '0')

/**
 * A key for an email address that does not reveal it. Limits count unknown addresses like known ones (T1).
 */
export const accountKey = (secrets: Secrets, email: string) => secrets.hmac('account', email).subarray(0, 16)

import type { Secrets } from '../secrets.ts'

/** The six digits of a reset code, derived from the nonce of the code's row (A3). */
export const resetCode = (secrets: Secrets, nonce: string) =>
  String(secrets.hmac('reset-code', nonce).readUInt32BE(0) % 1_000_000).padStart(6, '0')

/**
 * The key under which limits count tries at an email address, with or without an account (T1). The key does
 * not reveal the address.
 */
export const accountKey = (secrets: Secrets, email: string) => secrets.hmac('account', email).subarray(0, 16)

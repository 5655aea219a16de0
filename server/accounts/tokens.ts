import type { Secrets } from '../secrets.ts'

/** A3: the six figures of a reset code, from its row's nonce. */
export const resetCode = (secrets: Secrets, nonce: string) => String(secrets.hmac('reset-code', nonce).readUInt32BE(0) % 1_000_000).padStart(6, '0')

/** An address as a key that tells nothing: limits count unknown addresses like known ones (T1). */
export const accountKey = (secrets: Secrets, email: string) => secrets.hmac('account', email).subarray(0, 16)

import type { Secrets } from '../secrets.ts'
import { sameBytes } from '../http/visitor.ts'

/**
 * Links in letters carry what they speak of and a seal of it, made with a key outside the database: nothing that opens
 * a door is ever stored, and a letter can be written again.
 */
export const sealed = (secrets: Secrets, purpose: string, content: string) =>
  `${content}.${secrets.hmac(purpose, content).toString('base64url')}`

/** The content of a sealed token, or undefined when it is not one of ours. */
export const unsealed = (secrets: Secrets, purpose: string, token: string): string | undefined => {
  const at = token.lastIndexOf('.')
  const content = token.slice(0, Math.max(0, at))
  return content && sameBytes(Buffer.from(token.slice(at + 1), 'base64url'), secrets.hmac(purpose, content)) ? content : undefined
}

/** A3: the six figures of a reset code, from its row's nonce. */
export const resetCode = (secrets: Secrets, nonce: string) =>
  String(secrets.hmac('reset-code', nonce).readUInt32BE(0) % 1_000_000).padStart(6, '0')

/** An address as a key that tells nothing: limits count unknown addresses like known ones (T1). */
export const accountKey = (secrets: Secrets, email: string) => secrets.hmac('account', email).subarray(0, 16)

import type { Secrets } from '../secrets.ts'
import { sameBytes } from './visitor.ts'

/**
 * Links in letters carry what they speak of and a seal of it, made with a key outside the database: nothing that opens
 * a door is ever stored, and a letter can be written again.
 */
export const signToken = (secrets: Secrets, purpose: string, content: string) => `${content}.${secrets.hmac(purpose, content).toString('base64url')}`

/** The content of a sealed token, or undefined when it is not one of ours, to the letter: of the last one of a seal base64 knows several spellings. */
export const verifyToken = (secrets: Secrets, purpose: string, token: string): string | undefined => {
  const content = token.slice(0, Math.max(0, token.lastIndexOf('.')))
  return content && sameBytes(Buffer.from(token), Buffer.from(signToken(secrets, purpose, content))) ? content : undefined
}

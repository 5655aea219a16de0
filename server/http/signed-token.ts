import type { Secrets } from '../secrets.ts'
import { sameBytes } from './visitor.ts'

/**
 * Links in emails carry their content and a signature, made with a key outside the database. So no secret
 * that grants access is ever stored, and an email can be built again.
 */
export const signToken = (secrets: Secrets, purpose: string, content: string) =>
  `${content}.${secrets.hmac(purpose, content).toString('base64url')}`

/**
 * The content of a signed token; undefined unless the text is exactly what we signed. We compare the whole
 * token as written, not the decoded signature: its last character in base64 has several spellings.
 */
export const verifyToken = (secrets: Secrets, purpose: string, token: string): string | undefined => {
  const content = token.slice(0, Math.max(0, token.lastIndexOf('.')))
  return content && sameBytes(Buffer.from(token), Buffer.from(signToken(secrets, purpose, content)))
    ? content
    : undefined
}

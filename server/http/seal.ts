import type { Secrets } from '../secrets.ts'
import { sameBytes } from './visitor.ts'

/**
 * Links in letters carry what they speak of and a seal of it, made with a key outside the database: nothing that opens
 * a door is ever stored, and a letter can be written again.
 */
export const sealed = (secrets: Secrets, purpose: string, content: string) => `${content}.${secrets.hmac(purpose, content).toString('base64url')}`

/** The content of a sealed token, or undefined when it is not one of ours. */
export const unsealed = (secrets: Secrets, purpose: string, token: string): string | undefined => {
  const at = token.lastIndexOf('.')
  const content = token.slice(0, Math.max(0, at))
  return content && sameBytes(Buffer.from(token.slice(at + 1), 'base64url'), secrets.hmac(purpose, content)) ? content : undefined
}

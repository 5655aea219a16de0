import type { Config } from '../config.ts'
import type { Secrets } from '../secrets.ts'
import { refuse } from './refuse.ts'
import { randomToken, sameBytes, type Visitor } from './visitor.ts'

/** How many characters `randomToken` returns. */
const SECRET_LENGTH = 43

const tokenOf = (secrets: Secrets, secret: string) => secrets.hmac('csrf', secret).toString('base64url')

/**
 * A token against forged calls. The browser sends it in the header X-CSRFToken and has the matching cookie.
 * Another site does not know the token, even if the browser sends the cookie for it (HMAC double submit, T9).
 */
export const issueCsrf = (secrets: Secrets, visitor: Visitor): string => {
  let secret = visitor.cookie('csrf')
  if (secret?.length !== SECRET_LENGTH) {
    secret = randomToken()
    visitor.setCookie('csrf', secret)
  }
  return tokenOf(secrets, secret)
}

/**
 * Refuses a call that changes data and that another site makes a browser send (T9). It checks the fetch
 * metadata, the origin, and that the token belongs to this browser. A missing token is allowed here (A10):
 * only officers' sessions are in a cookie, and `staff-session.ts` requires the token for them.
 */
export const guardUnsafe = (config: Config, secrets: Secrets, visitor: Visitor, host: string): void => {
  guardFromElsewhere(visitor)
  const origin = visitor.header('origin')
  const isOwnOrigin = (text: string) => text === config.publicUrl || URL.parse(text)?.host === host
  // The text 'null' comes from a page without an origin, such as a sandboxed frame.
  if (origin === 'null' || (origin && !isOwnOrigin(origin))) throw refuse('csrf')
  const token = visitor.header('x-csrftoken') ?? visitor.header('x-csrf-token')
  if (token === undefined) return
  const secret = visitor.cookie('csrf')
  if (!secret || !sameBytes(Buffer.from(token), Buffer.from(tokenOf(secrets, secret)))) throw refuse('csrf')
}

/**
 * Refuses calls that another site, or a sister site, made the browser send, whatever their method (T9). For
 * an officer, GET is refused too: a view is logged, and the viewed person is notified (T32).
 */
export const guardFromElsewhere = (visitor: Visitor): void => {
  const fetchSite = visitor.header('sec-fetch-site')
  if (fetchSite === 'cross-site' || fetchSite === 'same-site') throw refuse('csrf')
}

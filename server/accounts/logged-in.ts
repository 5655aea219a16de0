import { spendTicket } from '../brownout/line-entrance.ts'
import type { Deps } from '../deps.ts'
import { rememberDevice, type Visitor } from '../http/visitor.ts'
import type { NewSession } from '../sessions/session.ts'
import { accountKey } from './tokens.ts'

type Person = { id: number; email: string; first_name: string; last_name: string; has_question: boolean }

/**
 * The last step of each way to log in, after the session is stored. It sets the cookies that bind the session
 * to this browser and mark the browser as known to the account. Returns the reply.
 */
export function loggedIn(deps: Deps, visitor: Visitor, session: NewSession, person: Person) {
  session.setBindingCookie()
  // If the caller had a place in the waiting line, it is used up now.
  spendTicket('loginInLine', deps, visitor)
  const { id, first_name, last_name, email, has_question: hasQuestion } = person
  rememberDevice(deps.secrets, visitor, accountKey(deps.secrets, email).toString('base64url'))
  return {
    token: session.token,
    user: { id, first_name, last_name, email },
    require_security_setup: !hasQuestion,
    expires_at: session.expiresAt.toISOString(),
    server_time: deps.now().toISOString(),
  }
}

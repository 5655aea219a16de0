import { spendTicket } from '../brownout/line-entrance.ts'
import type { Deps } from '../deps.ts'
import { rememberDevice, type Visitor } from '../http/visitor.ts'
import type { NewSession } from '../sessions/session.ts'
import { accountKey } from './tokens.ts'

type Person = { id: number; email: string; first_name: string; last_name: string; has_question: boolean }

/**
 * The last step of each way to log in, once the session is stored. Sets the cookies that bind the session to
 * this browser and mark it as known to the account. Returns the reply.
 */
export function loggedIn(deps: Deps, visitor: Visitor, session: NewSession, person: Person) {
  session.setBindingCookie()
  // The caller's place in the waiting line, if there was one, is used up.
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

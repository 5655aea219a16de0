import { spendTicket } from '../brownout/line-entrance.ts'
import type { Deps } from '../deps.ts'
import { rememberDevice, type Visitor } from '../http/visitor.ts'
import type { NewSession } from '../sessions/session.ts'
import { accountKey } from './tokens.ts'

type Person = { id: number; email: string; first_name: string; last_name: string; has_question: boolean }

/** Marks the browser as logged in and known, and tells it so. The session is stored already. */
export function loggedIn(deps: Deps, visitor: Visitor, session: NewSession, person: Person) {
  session.setBindingCookie()
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

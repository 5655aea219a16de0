import { SESSION_WORDS } from '#contract/accounts/session-words.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { networkMark } from '../sessions/network-mark.ts'
import { presentLastLogin, presentOwnSession } from '../sessions/session-line.ts'
import { endOtherSessions, endOwnSession, findSessionsOf } from '../sessions/session.ts'

/** People see where they are logged in, and can end sessions that they do not recognise (ASVS 7.5.2). */
export const listOwnSessions: Handler<'GET /api/sessions/'> = async (
  deps,
  { applicant: { userId, session }, visitor },
) => {
  const rows = await findSessionsOf(deps.db, userId, session, deps.now())
  // The mark of this call's network. A session with the same mark was opened in the same network.
  const markOfCall = networkMark(deps.secrets, userId, visitor)
  // Undefined when the session of this call has been ended meanwhile.
  const sessionOfCall = rows.find((row) => row.present)
  return {
    results: rows.map((row) => presentOwnSession(row, markOfCall)),
    last_login: sessionOfCall ? presentLastLogin(sessionOfCall) : null,
  }
}

export const endOneSession: Handler<'DELETE /api/sessions/{id}/'> = async (deps, { applicant, params }) => {
  if (!(await endOwnSession(deps.db, applicant.userId, params.id))) throw refuse('not_found')
  return { message: SESSION_WORDS.ended }
}

export const endAllOthers: Handler<'POST /api/sessions/end-others/'> = async (
  deps,
  { applicant: { userId, session } },
) => {
  await endOtherSessions(deps.db, userId, session)
  return { message: SESSION_WORDS.othersEnded }
}

import { SESSION_WORDS } from '#contract/accounts/session-words.ts'
import { refuse } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { presentSessionLine } from '../sessions/session-line.ts'
import { endOtherStaffSessions, endOwnStaffSession, findStaffSessionsOf } from '../sessions/staff-session.ts'
import { recordAudit } from './record-audit.ts'

/** Officers see their login sessions, and can end those that they do not recognise (ASVS 7.5.2). */
export const listOwnSessions: Handler<'GET /api/staff/sessions/'> = async (deps, { staff }) => ({
  results: (await findStaffSessionsOf(deps.db, staff, deps.now())).map(presentSessionLine),
})

export const endOneSession: Handler<'DELETE /api/staff/sessions/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    // The audit entry is written first, because the session that ends may be the present one.
    await recordAudit(tx, staff, { act: 'session.ended_elsewhere' }, now)
    if (!(await endOwnStaffSession(tx, staff, params.id, now))) throw refuse('not_found')
    return { message: SESSION_WORDS.ended }
  })

export const endAllOthers: Handler<'POST /api/staff/sessions/end-others/'> = (deps, { staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const ended = await endOtherStaffSessions(tx, staff, now)
    if (ended > 0) await recordAudit(tx, staff, { act: 'sessions.others_ended', detail: { ended } }, now)
    return { message: SESSION_WORDS.othersEnded }
  })

import { STAFF_WORDS } from '#contract/staff-words.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { endStaffSessionsOf } from '../http/staff-session.ts'
import { isLimited } from './areas.ts'
import { findInvitations, findPeople, findPerson, lockAdministrators, setDisabled, setRole } from './people-store.ts'
import { presentInvitation, presentPerson } from './present.ts'
import { renewAccess } from './invite.ts'
import { recordAct } from './record-act.ts'
import { areThere, setAreas } from './store.ts'

export const listPeople: Act<'GET /api/staff/people/'> = async (deps) => ({
  people: (await findPeople(deps.db)).map(presentPerson),
  invitations: (await findInvitations(deps.db, deps.now())).map(presentInvitation),
})

/** Role, areas, access or second factor of somebody else. Whoever it is is signed out, and there is always an administrator left. */
export const changePerson: Act<'PATCH /api/staff/people/{id}/'> = async (deps, { params, body, staff }) => {
  if (params.id === staff.id) throw refuse('forbidden', { message: STAFF_WORDS.notYourself })
  const now = deps.now()
  const changed = await deps.db.tx(async (tx) => {
    const administrators = await lockAdministrators(tx)
    // Whoever was shut out a moment ago changes nobody any more.
    if (!administrators.includes(staff.id)) throw refuse('forbidden')
    const before = await findPerson(tx, params.id)
    if (!before) throw refuse('not_found')
    const role = body.role ?? before.role
    const areas = body.areas ?? (role === 'reviewer' ? before : { counties: [], constituencies: [] })
    if (role !== 'reviewer' && isLimited(areas)) throw refuseFaults({ areas: STAFF_WORDS.areasOnlyReviewers })
    if (body.areas && !(await areThere(tx, body.areas))) throw refuseFaults({ areas: STAFF_WORDS.noSuchArea })
    const leaves = (role !== 'administrator' || body.disabled === true) && administrators.includes(params.id)
    if (leaves && administrators.length === 1) throw refuse('conflict', { message: STAFF_WORDS.lastAdministrator })
    if (body.role) await setRole(tx, params.id, body.role)
    await setAreas(tx, params.id, areas)
    if (body.disabled !== undefined) await setDisabled(tx, params.id, body.disabled ? now : null)
    if (body.renew_access) await renewAccess(tx, deps, staff, before)
    await endStaffSessionsOf(tx, params.id, now)
    const { reason, ...wanted } = body
    await recordAct(tx, staff, { act: 'person.changed', reason, detail: { person: params.id, from: before.role, ...wanted } }, now)
    return findPerson(tx, params.id)
  })
  if (!changed) throw refuse('not_found')
  return presentPerson(changed)
}

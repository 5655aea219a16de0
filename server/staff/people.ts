import { normaliseEmail } from '#contract/normalise.ts'
import { APPOINTMENT_WORDS, needsSecond } from '#contract/staff/appointment-words.ts'
import type { Standing } from '#contract/staff/appointments.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { isDuplicate } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler, Call } from '../endpoints/serve.ts'
import { proposeAppointment } from './appointments.ts'
import { isLimited } from './areas.ts'
import { renewAccess } from './invite.ts'
import {
  findInvitations,
  findPeople,
  findPerson,
  lockAdministrators,
  type PersonRow,
} from './people-store.ts'
import { presentInvitation, presentPerson } from './present.ts'
import { recordAudit } from './record-audit.ts'
import { applyStanding, isSame, standingOf } from './standing.ts'
import { areThere, findStaffByEmail } from './store.ts'

export const listPeople: Handler<'GET /api/staff/people/'> = async (deps) => ({
  people: (await findPeople(deps.db)).map(presentPerson),
  invitations: (await findInvitations(deps.db, deps.now())).map(presentInvitation),
})

type Change = Call<'PATCH /api/staff/people/{id}/'>

function wantedOf(
  before: PersonRow,
  { role = before.role, areas, email, disabled = before.disabled }: Change['body'],
): Standing {
  const stays = { counties: before.counties, constituencies: before.constituencies }
  return {
    role,
    areas: areas ?? (role === 'reviewer' ? stays : { counties: [], constituencies: [] }),
    email: email === undefined ? before.email : normaliseEmail(email),
    disabled,
  }
}

/**
 * What one administrator may do alone: everything, but for an approver or administrator only remove access
 * (T32).
 */
const aloneOf = (now: Standing, wanted: Standing): Standing =>
  needsSecond(now.role) || needsSecond(wanted.role)
    ? { ...now, disabled: now.disabled || wanted.disabled }
    : wanted

/**
 * Changes role, areas, address, access or second factor of someone else. That person is logged out, and one
 * administrator always remains. A change that needs a second administrator is proposed to them.
 */
export const changePerson: Handler<'PATCH /api/staff/people/{id}/'> = (deps, { params, body, staff }) => {
  if (params.id === staff.id) throw refuse('forbidden', { message: STAFF_WORDS.notYourself })
  const now = deps.now()
  return deps.db
    .tx(async (tx) => {
      const administrators = await lockAdministrators(tx)
      // Check again under the lock: an administrator whose access was just removed may not change others.
      if (!administrators.includes(staff.id)) throw refuse('forbidden')
      const person = await findPerson(tx, params.id)
      if (!person) throw refuse('not_found')
      const before = standingOf(person)
      const wanted = wantedOf(person, body)
      if (wanted.role !== 'reviewer' && isLimited(wanted.areas))
        throw refuseFields({ areas: STAFF_WORDS.areasOnlyReviewers })
      if (body.areas && !(await areThere(tx, body.areas)))
        throw refuseFields({ areas: STAFF_WORDS.noSuchArea })
      if (wanted.email !== before.email && (await findStaffByEmail(tx, wanted.email)))
        throw refuseFields({ email: STAFF_WORDS.known })
      const alone = aloneOf(before, wanted)
      const leaves = (alone.role !== 'administrator' || alone.disabled) && administrators.includes(person.id)
      if (leaves && administrators.length === 1)
        throw refuse('conflict', { message: STAFF_WORDS.lastAdministrator })
      const changes = !isSame(before, alone)
      if (!changes && isSame(alone, wanted) && !body.renew_access)
        throw refuse('conflict', { message: APPOINTMENT_WORDS.nothing })
      if (changes) await applyStanding(tx, person, alone, now)
      if (body.renew_access) await renewAccess(tx, deps, staff, person)
      const reason = body.reason.trim()
      if (changes || body.renew_access) {
        const { reason: _, ...changes } = body
        // Record the result, not only the request: `log verify` compares it with the officer.
        const detail = {
          person: person.id,
          from: person.role,
          ...changes,
          role: alone.role,
          areas: alone.areas,
          disabled: alone.disabled,
        }
        await recordAudit(tx, staff, { act: 'person.changed', reason, detail }, now)
      }
      const { email, name } = person
      const waits = isSame(alone, wanted)
        ? null
        : await proposeAppointment(
            tx,
            staff,
            { staff_id: person.id, email, name, before: alone, after: wanted, reason },
            now,
          )
      const changed = await findPerson(tx, person.id)
      if (!changed) throw refuse('not_found')
      return { ...presentPerson(changed), proposal: waits }
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'staff_email') ? refuseFields({ email: STAFF_WORDS.known }) : error
    })
}

import { normaliseEmail } from '#contract/normalise.ts'
import { APPOINTMENT_WORDS, needsSecondAdministrator } from '#contract/staff/appointment-words.ts'
import type { OfficerAccess } from '#contract/staff/appointments.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler, Call } from '../endpoints/serve.ts'
import { enqueueChangedByOne } from './appointment-emails.ts'
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
import { applyAccess, isSame, accessOf } from './officer-access.ts'
import { doAreasExist, findStaffByEmail } from './store.ts'

export const listPeople: Handler<'GET /api/staff/people/'> = async (deps) => ({
  people: (await findPeople(deps.db)).map(presentPerson),
  invitations: (await findInvitations(deps.db, deps.now())).map(presentInvitation),
})

type Change = Call<'PATCH /api/staff/people/{id}/'>

/** The access of the officer after the change: role, areas, email address and whether it is removed. */
function requestedAccess(
  before: PersonRow,
  { role = before.role, areas, email, disabled = before.disabled }: Change['body'],
): OfficerAccess {
  const areasBefore = { counties: before.counties, constituencies: before.constituencies }
  return {
    role,
    // Only reviewers may have areas.
    areas: areas ?? (role === 'reviewer' ? areasBefore : { counties: [], constituencies: [] }),
    email: email === undefined ? before.email : normaliseEmail(email),
    disabled,
  }
}

/**
 * The part of a change that one administrator may make alone (T32). For an approver or an administrator, this
 * is only the removal of access.
 */
const accessByOnePerson = (before: OfficerAccess, wanted: OfficerAccess): OfficerAccess =>
  needsSecondAdministrator(before.role) || needsSecondAdministrator(wanted.role)
    ? { ...before, disabled: before.disabled || wanted.disabled }
    : wanted

/**
 * Refuses areas that the officer may not have or that do not exist, and another officer's email address.
 */
async function checkWanted(
  tx: Tx,
  before: OfficerAccess,
  wanted: OfficerAccess,
  requestedAreas: Change['body']['areas'],
): Promise<void> {
  if (wanted.role !== 'reviewer' && isLimited(wanted.areas))
    throw refuseFields({ areas: STAFF_WORDS.areasOnlyReviewers })
  if (requestedAreas && !(await doAreasExist(tx, requestedAreas)))
    throw refuseFields({ areas: STAFF_WORDS.noSuchArea })
  if (wanted.email !== before.email && (await findStaffByEmail(tx, wanted.email)))
    throw refuseFields({ email: STAFF_WORDS.known })
}

/**
 * Changes another officer's role, areas, email address, access or second factor. That officer is logged out,
 * and one administrator always remains. A change that needs a second administrator is only proposed.
 */
export const changePerson: Handler<'PATCH /api/staff/people/{id}/'> = (deps, { params, body, staff }) => {
  if (params.id === staff.id) throw refuse('forbidden', { message: STAFF_WORDS.notYourself })
  const now = deps.now()
  return deps.db
    .tx(async (tx) => {
      const administrators = await lockAdministrators(tx)
      // The right is checked again under the lock: an administrator who just lost access may not change
      // others.
      if (!administrators.includes(staff.id)) throw refuse('forbidden')
      const person = await findPerson(tx, params.id)
      if (!person) throw refuse('not_found')
      const before = accessOf(person)
      const wanted = requestedAccess(person, body)
      await checkWanted(tx, before, wanted, body.areas)
      const after = accessByOnePerson(before, wanted)
      const isActiveAdministrator = after.role === 'administrator' && !after.disabled
      const losesAdministration = administrators.includes(person.id) && !isActiveAdministrator
      if (losesAdministration && administrators.length === 1)
        throw refuse('conflict', { message: STAFF_WORDS.lastAdministrator })
      const isChanged = !isSame(before, after)
      const needsProposal = !isSame(after, wanted)
      if (!isChanged && !needsProposal && !body.renew_access)
        throw refuse('conflict', { message: APPOINTMENT_WORDS.nothing })
      const reason = body.reason.trim()
      const { email, name } = person
      const renewed = body.renew_access ?? false
      const change = { email, name, before, after, reason, renewed }
      if (isChanged || renewed) await enqueueChangedByOne(tx, staff.id, change, now, person.id)
      if (isChanged) await applyAccess(tx, person, after, now)
      // A renewal of access sends an invitation to the new address. One to the former address would create a
      // second account.
      const personAfter = { ...person, ...after.areas, email: after.email, role: after.role }
      if (renewed) await renewAccess(tx, deps, staff, personAfter)
      if (isChanged || renewed) {
        // The reason is left out here, because an audit entry has a field of its own for it.
        const { reason: _reason, ...requested } = body
        // The entry records the result too, so that `log verify` can compare it with the officer.
        const detail = {
          person: person.id,
          from: person.role,
          ...requested,
          role: after.role,
          areas: after.areas,
          disabled: after.disabled,
        }
        await recordAudit(tx, staff, { act: 'person.changed', reason, detail }, now)
      }
      // The part that one administrator may change alone is already applied, so the proposal starts from
      // there.
      const proposal = { staff_id: person.id, email, name, before: after, after: wanted, reason }
      const appointment = needsProposal ? await proposeAppointment(tx, staff, proposal, now) : null
      const changedPerson = await findPerson(tx, person.id)
      if (!changedPerson) throw refuse('not_found')
      return { ...presentPerson(changedPerson), proposal: appointment }
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'staff_email') ? refuseFields({ email: STAFF_WORDS.known }) : error
    })
}

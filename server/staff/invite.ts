import { STAFF } from '#contract/staff/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { APPOINTMENT_WORDS, needsSecondAdministrator } from '#contract/staff/appointment-words.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { endStaffSessionsOf } from '../sessions/staff-session.ts'
import { refuseKnownPassword } from './change-password.ts'
import { enqueueChangedByOne } from './appointment-emails.ts'
import { proposeAppointment } from './appointments.ts'
import { nextLoginStep } from './login.ts'
import { countAdministrators, findPerson, lockAdministrators, type PersonRow } from './people-store.ts'
import { presentInvitation } from './present.ts'
import { type Actor, recordAudit } from './record-audit.ts'
import { type Invited, invitationIdIn, sendInvitation } from './send-invitation.ts'
import {
  blockPassword,
  deleteSecondFactors,
  doAreasExist,
  dropInvitation,
  findInvitation,
  findStaffByEmail,
  insertStaff,
  type InvitationRow,
  renewStaff,
  setAreas,
  takeInvitation,
} from './store.ts'

/** The id of the officer who acts; null for the operator at the command line and for the portal itself. */
const officerIdOf = (actor: Actor) => (typeof actor === 'string' ? null : actor.id)

/**
 * Helps an officer who lost their phone or password. Both stop working, and an email lets the officer set up
 * new ones. The officer's role and areas stay.
 */
export async function renewAccess(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { id, email, name, role, counties, constituencies }: PersonRow,
) {
  await deleteSecondFactors(tx, id)
  await blockPassword(tx, id)
  await endStaffSessionsOf(tx, id, deps.now())
  return sendInvitation(tx, deps.now(), officerIdOf(actor), {
    email,
    name,
    role,
    areas: { counties, constituencies },
  })
}

/**
 * Refuses roles that the command line may not invite. It may invite the first two administrators, and roles
 * without decisions about the work of others.
 */
async function requireInvitableByCommand(tx: Tx, email: string, role: StaffRole, now: Date) {
  const isFirstAdministrator =
    role === 'administrator' && (await countAdministrators(tx, email, now)) < STAFF.firstAdministrators
  if (needsSecondAdministrator(role) && !isFirstAdministrator)
    throw refuse('second_person', { message: APPOINTMENT_WORDS.inPortal })
}

/**
 * Invites a person by email from the server's command line. It renews the access of an officer who already
 * has an account.
 */
export async function inviteByCommand(deps: Deps, invited: Invited): Promise<InvitationRow> {
  const now = deps.now()
  const email = normaliseEmail(invited.email)
  return deps.db.tx(async (tx) => {
    const officer = await findStaffByEmail(tx, email)
    const person = officer && (await findPerson(tx, officer.id))
    // The link would be refused, because a disabled officer may not set a password.
    if (person?.disabled) throw refuse('conflict', { message: STAFF_WORDS.disabled })
    if (!person) await requireInvitableByCommand(tx, email, invited.role, now)
    const invitation = person
      ? await renewAccess(tx, deps, 'operator', person)
      : await sendInvitation(tx, now, null, { ...invited, email })
    const { id, role, counties, constituencies } = invitation
    const areas = { counties, constituencies }
    const detail = { invitation: id, role, areas }
    if (!person) {
      const after = { role, areas, email, disabled: false }
      await enqueueChangedByOne(
        tx,
        null,
        { name: invitation.name, email, before: null, after, reason: '' },
        now,
      )
    }
    await recordAudit(
      tx,
      'operator',
      person
        ? { act: 'person.changed', detail: { person: person.id, ...detail } }
        : { act: 'person.invited', detail },
      now,
    )
    return invitation
  })
}

/**
 * Invites an officer by email. A new approver or administrator must first be approved by a second
 * administrator (T32). Refuses an address that already has an account.
 */
export const invite: Handler<'POST /api/staff/invitations/'> = async (deps, { body, staff }) => {
  const now = deps.now()
  const { role, areas } = body
  const email = normaliseEmail(body.email)
  const name = body.name.trim()
  const reason = body.reason.trim()
  return deps.db.tx(async (tx) => {
    // The right is checked again under the lock: an administrator who just lost access may not invite.
    if (!(await lockAdministrators(tx)).includes(staff.id)) throw refuse('forbidden')
    if (await findStaffByEmail(tx, email)) throw refuseFields({ email: STAFF_WORDS.known })
    if (!(await doAreasExist(tx, areas))) throw refuseFields({ areas: STAFF_WORDS.noSuchArea })
    const after = { role, areas, email, disabled: false }
    const change = { email, name, before: null, after, reason }
    if (needsSecondAdministrator(role))
      return {
        invitation: null,
        proposal: await proposeAppointment(tx, staff, { staff_id: null, ...change }, now),
      }
    const invitation = await sendInvitation(tx, now, staff.id, { email, name, role, areas })
    await recordAudit(
      tx,
      staff,
      { act: 'person.invited', reason, detail: { invitation: invitation.id, role, areas } },
      now,
    )
    await enqueueChangedByOne(tx, staff.id, change, now)
    return { invitation: presentInvitation(invitation), proposal: null }
  })
}

export const withdrawInvitation: Handler<'DELETE /api/staff/invitations/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const withdrawn = await dropInvitation(tx, params.id)
    if (!withdrawn) throw refuse('not_found')
    await recordAudit(
      tx,
      staff,
      { act: 'person.invitation_withdrawn', detail: { invitation: params.id, role: withdrawn.role } },
      deps.now(),
    )
    return { message: 'The invitation is withdrawn.' }
  })

/** Reads the id of the invitation from its token. */
const requireInvitationId = (deps: Deps, token: string) => {
  const id = invitationIdIn(deps, token)
  if (!id) throw refuse('invitation_invalid')
  return id
}

export const viewInvitation: Handler<'POST /api/staff/invitation/'> = async (deps, { body }) => {
  const found = await findInvitation(deps.db, requireInvitationId(deps, body.token), deps.now())
  if (!found) throw refuse('invitation_invalid')
  const { email, name, role, areas } = presentInvitation(found)
  return { email, name, role, areas }
}

/**
 * Accepts an invitation, which works only once. The new account gives access only after a second factor is
 * set up.
 */
export const join: Handler<'POST /api/staff/join/'> = async (deps, { body }) => {
  const id = requireInvitationId(deps, body.token)
  const now = deps.now()
  const found = await findInvitation(deps.db, id, now)
  if (!found) throw refuse('invitation_invalid')
  refuseKnownPassword(deps, 'password', body.password, found.email)
  const hash = await deps.hasher.hash(body.password)
  const officer = await deps.db
    .tx(async (tx) => {
      const invitation = await takeInvitation(tx, id, now)
      if (!invitation) throw refuse('invitation_invalid')
      const { email, role } = invitation
      const values = { email, name: body.name.trim().replace(/\s+/g, ' '), role, hash, now }
      // Undefined for a new officer: no account with this address gets its access renewed.
      const renewed = await renewStaff(tx, values)
      const staff = renewed ?? (await insertStaff(tx, values))
      if (!staff) throw refuse('failed')
      if (!renewed) await setAreas(tx, staff.id, invitation)
      await recordAudit(tx, staff, { act: 'person.joined', detail: { invitation: id } }, now)
      return staff
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'staff_email') ? refuse('invitation_invalid') : error
    })
  // No second factor exists now: a new officer has none, and a renewal of access deletes the old ones.
  return nextLoginStep(deps, { ...officer, password_hash: hash, totp_nonce: null, passkeys: 0 })
}

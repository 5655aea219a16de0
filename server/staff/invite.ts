import { STAFF } from '#contract/staff/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import { APPOINTMENT_WORDS, needsSecond } from '#contract/staff/appointment-words.ts'
import type { StaffRole } from '#contract/staff/rights.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { endStaffSessionsOf } from '../sessions/staff-session.ts'
import { refuseKnownTo } from './change-password.ts'
import { proposeAppointment } from './appointments.ts'
import { nextFor } from './login.ts'
import { countAdministrators, findPerson, lockAdministrators, type PersonRow } from './people-store.ts'
import { presentInvitation } from './present.ts'
import { type Actor, recordAudit } from './record-audit.ts'
import { type Invited, invitationOf, sendInvitation } from './send-invitation.ts'
import {
  areThere,
  dropInvitation,
  findInvitation,
  findStaffByEmail,
  forgetFactors,
  insertStaff,
  type InvitationRow,
  renewStaff,
  setAreas,
  shutPassword,
  takeInvitation,
} from './store.ts'

const idOf = (actor: Actor) => (typeof actor === 'string' ? null : actor.id)

/**
 * For a lost phone or password: both stop working, and an email lets the person set up new ones. Role and
 * areas stay.
 */
export async function renewAccess(
  tx: Tx,
  deps: Deps,
  actor: Actor,
  { id, email, name, role, counties, constituencies }: PersonRow,
) {
  await forgetFactors(tx, id)
  await shutPassword(tx, id)
  await endStaffSessionsOf(tx, id, deps.now())
  return sendInvitation(tx, deps.now(), idOf(actor), {
    email,
    name,
    role,
    areas: { counties, constituencies },
  })
}

/**
 * The command line invites the first two administrators, and roles that decide on no one's work. It can also
 * renew anyone's access.
 */
async function requireFirst(tx: Tx, email: string, role: StaffRole, now: Date) {
  const first =
    role === 'administrator' && (await countAdministrators(tx, email, now)) < STAFF.firstAdministrators
  if (needsSecond(role) && !first) throw refuse('second_person', { message: APPOINTMENT_WORDS.inPortal })
}

/**
 * Invites by email from the server's command line. An officer with an account has their access renewed
 * instead.
 */
export async function inviteByCommand(deps: Deps, invited: Invited): Promise<InvitationRow> {
  const now = deps.now()
  const email = normaliseEmail(invited.email)
  return deps.db.tx(async (tx) => {
    const known = await findStaffByEmail(tx, email)
    const person = known && (await findPerson(tx, known.id))
    if (!person) await requireFirst(tx, email, invited.role, now)
    const existing = person
      ? await renewAccess(tx, deps, 'operator', person)
      : await sendInvitation(tx, now, null, { ...invited, email })
    const act = person ? 'person.changed' : 'person.invited'
    await recordAudit(
      tx,
      'operator',
      { act, detail: { invitation: existing.id, role: existing.role, areas: invited.areas } },
      now,
    )
    return existing
  })
}

/**
 * Invites by email; an approver or administrator is proposed to a second administrator first (T32). Refuses
 * an address that already has an account.
 */
export const invite: Handler<'POST /api/staff/invitations/'> = async (deps, { body, staff }) => {
  const now = deps.now()
  const { role, areas } = body
  const [email, name, reason] = [normaliseEmail(body.email), body.name.trim(), body.reason.trim()]
  return deps.db.tx(async (tx) => {
    // Check again under the lock: an administrator whose access was just removed may not invite.
    if (!(await lockAdministrators(tx)).includes(staff.id)) throw refuse('forbidden')
    if (await findStaffByEmail(tx, email)) throw refuseFields({ email: STAFF_WORDS.known })
    if (!(await areThere(tx, areas))) throw refuseFields({ areas: STAFF_WORDS.noSuchArea })
    if (needsSecond(role)) {
      const after = { role, areas, email, disabled: false }
      return {
        invitation: null,
        proposal: await proposeAppointment(
          tx,
          staff,
          { staff_id: null, email, name, before: null, after, reason },
          now,
        ),
      }
    }
    const invitation = await sendInvitation(tx, now, staff.id, { email, name, role, areas })
    await recordAudit(
      tx,
      staff,
      { act: 'person.invited', reason, detail: { invitation: invitation.id, role, areas } },
      now,
    )
    return { invitation: presentInvitation(invitation), proposal: null }
  })
}

export const withdrawInvitation: Handler<'DELETE /api/staff/invitations/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const gone = await dropInvitation(tx, params.id)
    if (!gone) throw refuse('not_found')
    await recordAudit(
      tx,
      staff,
      { act: 'person.invitation_withdrawn', detail: { invitation: params.id, role: gone.role } },
      deps.now(),
    )
    return { message: 'The invitation is withdrawn.' }
  })

const requireToken = (deps: Deps, token: string) => {
  const id = invitationOf(deps, token)
  if (!id) throw refuse('invitation_invalid')
  return id
}

export const viewInvitation: Handler<'POST /api/staff/invitation/'> = async (deps, { body }) => {
  const found = await findInvitation(deps.db, requireToken(deps, body.token), deps.now())
  if (!found) throw refuse('invitation_invalid')
  const { email, name, role, areas } = presentInvitation(found)
  return { email, name, role, areas }
}

/**
 * Accepts an invitation, once. The account then exists, but gives access only after a second factor is set
 * up.
 */
export const join: Handler<'POST /api/staff/join/'> = async (deps, { body }) => {
  const id = requireToken(deps, body.token)
  const now = deps.now()
  const found = await findInvitation(deps.db, id, now)
  if (!found) throw refuse('invitation_invalid')
  refuseKnownTo(deps, 'password', body.password, found.email)
  const hash = await deps.hasher.hash(body.password)
  const invited = await deps.db
    .tx(async (tx) => {
      const taken = await takeInvitation(tx, id, now)
      if (!taken) throw refuse('invitation_invalid')
      const { email, role } = taken
      const newcomer = { email, name: body.name.trim().replace(/\s+/g, ' '), role, hash, now }
      const renewed = await renewStaff(tx, newcomer)
      const staff = renewed ?? (await insertStaff(tx, newcomer))
      if (!staff) throw refuse('failed')
      if (!renewed) await setAreas(tx, staff.id, taken)
      await recordAudit(tx, staff, { act: 'person.joined', detail: { invitation: id } }, now)
      return staff
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'staff_email') ? refuse('invitation_invalid') : error
    })
  return nextFor(deps, { ...invited, password_hash: hash, totp_nonce: null, passkeys: 0 })
}

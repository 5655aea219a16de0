import { randomUUID } from 'node:crypto'
import { STAFF } from '#contract/limits.ts'
import { normaliseEmail } from '#contract/normalise.ts'
import type { Areas } from '#contract/staff-accounts.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { STAFF_WORDS } from '#contract/staff-words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { sealed, unsealed } from '../http/seal.ts'
import { promise } from '../outbox/promise.ts'
import { endStaffSessionsOf } from '../http/staff-session.ts'
import { refuseKnownTo } from './change-password.ts'
import { nextFor } from './login.ts'
import { findPerson, type PersonRow } from './people-store.ts'
import { presentInvitation } from './present.ts'
import { type Actor, recordAct } from './record-act.ts'
import {
  areThere,
  dropInvitation,
  findInvitation,
  findStaffByEmail,
  forgetFactors,
  insertStaff,
  keepInvitation,
  renewStaff,
  setAreas,
  shutPassword,
  takeInvitation,
} from './store.ts'

const PURPOSE = 'staff-invitation'

/** What the letter's link carries. */
export const invitationToken = ({ secrets }: Pick<Deps, 'secrets'>, id: string) => sealed(secrets, PURPOSE, id)

type Invited = { email: string; name: string; role: StaffRole; areas: Areas }

// What was invited before at this address is withdrawn.
async function promiseInvitation(tx: Tx, deps: Deps, actor: Actor, { email, name, role, areas }: Invited) {
  const now = deps.now()
  const kept = await keepInvitation(tx, {
    id: randomUUID(),
    email,
    name: name.trim(),
    role,
    ...areas,
    invited_by: typeof actor === 'string' ? null : actor.id,
    created_at: now,
    expires_at: new Date(now.getTime() + STAFF.invitationDays * 86_400_000),
  })
  if (!kept) throw refuse('failed')
  await promise(tx, { topic: 'staff.invitation', payload: { id: kept.id }, now })
  return kept
}

/** The lost phone or password: neither works any more, and a letter sets both up anew. Role and areas stay. */
export async function renewAccess(tx: Tx, deps: Deps, actor: Actor, { id, email, name, role, counties, constituencies }: PersonRow) {
  await forgetFactors(tx, id)
  await shutPassword(tx, id)
  await endStaffSessionsOf(tx, id, deps.now())
  return promiseInvitation(tx, deps, actor, { email, name, role, areas: { counties, constituencies } })
}

/** Invites by letter. Whoever works here already is refused, but for the server's command line, which renews their access. */
export async function inviteStaff(deps: Deps, actor: Actor, it: Invited) {
  const now = deps.now()
  const email = normaliseEmail(it.email)
  const known = await findStaffByEmail(deps.db, email)
  if (known && actor !== 'operator') throw refuseFaults({ email: STAFF_WORDS.known })
  return deps.db.tx(async (tx) => {
    if (!(await areThere(tx, it.areas))) throw refuseFaults({ areas: STAFF_WORDS.noSuchArea })
    const person = known && (await findPerson(tx, known.id))
    const kept = person ? await renewAccess(tx, deps, actor, person) : await promiseInvitation(tx, deps, actor, { ...it, email })
    await recordAct(tx, actor, { act: person ? 'person.changed' : 'person.invited', detail: { invitation: kept.id, role: kept.role, areas: it.areas } }, now)
    return kept
  })
}

export const invite: Act<'POST /api/staff/invitations/'> = async (deps, { body, staff }) => presentInvitation(await inviteStaff(deps, staff, body))

export const withdrawInvitation: Act<'DELETE /api/staff/invitations/{id}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const gone = await dropInvitation(tx, params.id)
    if (!gone) throw refuse('not_found')
    await recordAct(tx, staff, { act: 'person.invitation_withdrawn', detail: { invitation: params.id, role: gone.role } }, deps.now())
    return { message: 'The invitation is withdrawn.' }
  })

const idOf = (deps: Deps, token: string) => {
  const id = unsealed(deps.secrets, PURPOSE, token)
  if (!id) throw refuse('invitation_invalid')
  return id
}

export const lookAtInvitation: Act<'POST /api/staff/invitation/'> = async (deps, { body }) => {
  const found = await findInvitation(deps.db, idOf(deps, body.token), deps.now())
  if (!found) throw refuse('invitation_invalid')
  const { email, name, role, areas } = presentInvitation(found)
  return { email, name, role, areas }
}

/** Takes the invitation, once; the account exists from then on, and opens nothing before a second factor is set up. */
export const join: Act<'POST /api/staff/join/'> = async (deps, { body }) => {
  const id = idOf(deps, body.token)
  const now = deps.now()
  const found = await findInvitation(deps.db, id, now)
  if (!found) throw refuse('invitation_invalid')
  refuseKnownTo(deps, 'password', body.password, found.email)
  const hash = await deps.hasher.hash(body.password)
  const made = await deps.db
    .tx(async (tx) => {
      const taken = await takeInvitation(tx, id, now)
      if (!taken) throw refuse('invitation_invalid')
      const { email, role } = taken
      const it = { email, name: body.name.trim(), role, hash, now }
      const renewed = await renewStaff(tx, it)
      const staff = renewed ?? (await insertStaff(tx, it))
      if (!staff) throw refuse('failed')
      if (!renewed) await setAreas(tx, staff.id, taken)
      await recordAct(tx, staff, { act: 'person.joined', detail: { invitation: id } }, now)
      return staff
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'staff_email') ? refuse('invitation_invalid') : error
    })
  return nextFor(deps, { ...made, password_hash: hash, totp_nonce: null, passkeys: 0 })
}

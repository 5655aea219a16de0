import type { OfficerAccess } from '#contract/staff/appointments.ts'
import type { Tx } from '../database/connect.ts'
import { endStaffSessionsOf } from '../sessions/staff-session.ts'
import { type PersonRow, setDisabled, setEmail, setRole } from './people-store.ts'
import { dropInvitationTo, setAreas } from './store.ts'

const sortedCodes = (codes: number[]) => [...new Set(codes)].sort((left, right) => left - right)

/** Writes the access as text. Equal values give equal texts, whatever the order of their areas. */
const comparableText = ({ role, areas, email, disabled }: OfficerAccess) =>
  JSON.stringify([role, sortedCodes(areas.counties), sortedCodes(areas.constituencies), email, disabled])

/** Whether two officers have equal access, whatever the order of the areas. */
export const isSame = (left: OfficerAccess, right: OfficerAccess) =>
  comparableText(left) === comparableText(right)

/** An officer's role, areas, email address, and whether their access is removed. */
export const accessOf = ({ role, counties, constituencies, email, disabled }: PersonRow): OfficerAccess => ({
  role,
  areas: { counties, constituencies },
  email,
  disabled,
})

/**
 * Sets an officer's role, areas, access and address, and ends their sessions.
 * @throws the constraint `staff_email` when another officer has the address
 */
export async function applyAccess(tx: Tx, person: PersonRow, to: OfficerAccess, now: Date): Promise<void> {
  await setRole(tx, person.id, to.role)
  await setAreas(tx, person.id, to.areas)
  if (to.disabled !== person.disabled) await setDisabled(tx, person.id, to.disabled ? now : null)
  if (to.email !== person.email) {
    await setEmail(tx, person.id, to.email)
    // An invitation sent to the officer's old address could still set up this account or another.
    await dropInvitationTo(tx, person.email)
  }
  await endStaffSessionsOf(tx, person.id, now)
}

import { longDeadline } from '#contract/dates.ts'
import type { OfficerAccess } from '#contract/staff/appointments.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Email, Emails } from '../mail/email.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { type AppointmentRow, findAppointment } from './appointments-store.ts'
import { isSame } from './officer-access.ts'
import { enqueueToOverseers, findOfficer, isOverseer } from './overseers.ts'
import { findStaff } from './store.ts'

const areasInWords = ({ counties, constituencies }: OfficerAccess['areas']) =>
  counties.length + constituencies.length === 0
    ? 'everywhere'
    : `in ${counties.length} counties and ${constituencies.length} constituencies`
/** An access is an officer's role, areas and email address, and whether it is removed. */
const accessInWords = ({ role, areas, email, disabled }: OfficerAccess) =>
  `${ROLE_WORDS[role].name}, ${areasInWords(areas)}, at ${email}, ${disabled ? 'without access' : 'with access'}`

type Change = Pick<AppointmentRow, 'name' | 'email' | 'before' | 'after'>

/** How an email names the access before and after the change, and a person who was not an officer before. */
type ChangeWords = { before: string; after: string; newOfficer: string }
const PROPOSED: ChangeWords = { before: 'Now', after: 'Then', newOfficer: 'who will be invited' }
const DONE: ChangeWords = { before: 'Before', after: 'After', newOfficer: 'a new officer' }

const changeInWords = ({ name, email, before, after }: Change, words: ChangeWords) => {
  const then = `${words.after}: ${accessInWords(after)}.`
  if (!before) return [`About: ${name || email}, ${words.newOfficer}.`, then]
  // A renewal alone changes no access.
  const access = isSame(before, after)
    ? [`Access: ${accessInWords(after)}.`]
    : [`${words.before}: ${accessInWords(before)}.`, then]
  return [`About: ${name}.`, ...access]
}

/** `id` is the proposed appointment, and `to` is the officer who gets the email. */
type AppointmentEmail = { id: number; to: number }

const writeEmail = async (
  deps: Deps,
  { id, to }: AppointmentEmail,
  body: (row: AppointmentRow) => Pick<Email, 'subject' | 'paragraphs'>,
): Promise<Email | undefined> => {
  const [reader, row] = [await findOfficer(deps.db, to), await findAppointment(deps.db, id)]
  if (!reader || !row) return undefined
  return {
    to: reader.email,
    ...body(row),
    action: { label: 'Open People', url: `${deps.config.publicUrl}/staff/people` },
  }
}

/** `renewed` is true when the officer must set a new password and second factor. */
type ChangeByOne = Change & { reason: string; renewed?: boolean }

/**
 * What one person changed: `by` is the officer's id, 0 for the operator of the server. `change` is JSON,
 * because the invitation may be gone, or the officer changed again, when the email is written. `address` is
 * where the changed officer gets it.
 */
type ChangedByOne = { by: number; change: string; at: string; to: number; address?: string }

/**
 * Emails administrators and auditors about an invitation or a change of an officer that took effect without a
 * second administrator (T32). The author gets it too: someone else may have used their session. If the
 * changed officer `officerId` was an overseer before, their email goes to the address they had then.
 */
export async function enqueueChangedByOne(
  tx: Tx,
  by: number | null,
  change: ChangeByOne,
  now: Date,
  officerId?: number,
): Promise<void> {
  const payload = { by: by ?? 0, change: JSON.stringify(change), at: now.toISOString() }
  const email = { topic: 'staff.changed-by-one', payload, now }
  await enqueueToOverseers(tx, email, officerId)
  if (officerId && change.before && isOverseer(change.before.role))
    await enqueueEmail(tx, { ...email, payload: { ...payload, to: officerId, address: change.before.email } })
}

/** Administrators and auditors get these emails, so that they see when an officer is given rights. */
export const appointmentEmails: Emails = {
  'staff.appointment-proposed': (deps, appointment: AppointmentEmail) =>
    writeEmail(deps, appointment, (row) => ({
      subject: row.before ? 'A change to an officer’s account was proposed' : 'A new officer was proposed',
      paragraphs: [
        ...changeInWords(row, PROPOSED),
        `${row.proposed_by_name} proposed this. The reason: ${row.reason}`,
        `Another administrator must agree by ${longDeadline(row.ends_at.toISOString())}. Until then nothing changes.`,
      ],
    })),

  'staff.appointment-agreed': (deps, appointment: AppointmentEmail) =>
    writeEmail(deps, appointment, (row) => ({
      subject: row.before ? 'An officer was changed' : 'A new officer is invited',
      paragraphs: [
        ...changeInWords(row, DONE),
        `${row.proposed_by_name} proposed this, and ${row.decided_by_name ?? 'another administrator'} agreed. The reason: ${row.reason}`,
      ],
    })),

  'staff.changed-by-one': async (deps, { by, change, at: changedAt, to, address }: ChangedByOne) => {
    const email = address ?? (await findOfficer(deps.db, to))?.email
    const author = await findStaff(deps.db, by)
    if (!email) return undefined
    const { reason, renewed, ...changed }: ChangeByOne = JSON.parse(change)
    return {
      to: email,
      subject: changed.before ? 'One person changed an officer' : 'One person invited a new officer',
      paragraphs: [
        ...changeInWords(changed, DONE),
        ...(renewed ? ['The access was renewed: the password and the second factor must be set again.'] : []),
        `${author?.name ?? 'The operator of the server'} did this on ${longDeadline(changedAt)}. No second administrator had to agree.`,
        ...(reason ? [`The reason: ${reason}`] : []),
        changed.after.disabled
          ? 'If you do not know the reason, ask another administrator.'
          : 'If you do not know the reason, ask another administrator. An administrator can remove the access until the reason is clear.',
      ],
      action: { label: 'Open People', url: `${deps.config.publicUrl}/staff/people` },
    }
  },
}

import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { may } from '#contract/staff/rights.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { presentOfficer } from '../staff/present.ts'
import type { MessageRow } from './store.ts'

const iso = (moment: Date | null) => moment?.toISOString() ?? null

/**
 * A sentence that says why this officer cannot approve a message as its second person (T32): they wrote the
 * message, or part of its template. Undefined when they can.
 */
export const whyNotSecondPerson = (
  { sent_by, wrote_template }: MessageRow,
  { id }: Staff,
): string | undefined => {
  if (sent_by === id) return STAFF_WORDS.secondPerson
  return wrote_template ? MESSAGE_WORDS.authors : undefined
}

/** Whether an officer may stop a message: a recruiter only their own, any other permitted role all. */
export const mayStop = ({ sent_by }: MessageRow, { id, role }: Staff) =>
  may(role, 'messages.stop') && (role !== 'recruiter' || sent_by === id)

/** Whether a message can still be stopped: not when the time to send it has come. */
export const canBeStopped = ({ state, leaves_at }: MessageRow, now: Date) =>
  state === 'proposed' || (state === 'scheduled' && leaves_at !== null && leaves_at > now)

const permittedActions = (row: MessageRow, staff: Staff, now: Date): OfficersMessage['may'] => {
  const actions: OfficersMessage['may'] = []
  const canBeSecondPerson = whyNotSecondPerson(row, staff) === undefined
  if (row.state === 'proposed' && canBeSecondPerson && may(staff.role, 'messages.approve'))
    actions.push('decide')
  if (canBeStopped(row, now) && mayStop(row, staff)) actions.push('stop')
  return actions
}

export const presentMessage = (row: MessageRow, staff: Staff, now: Date): OfficersMessage => ({
  id: row.id,
  job: { id: row.job_id, reference: row.job_reference, title: row.job_title },
  subject: row.subject,
  body: row.body,
  template: row.template_id === null ? null : { id: row.template_id, name: row.template_name ?? '' },
  filter: row.filter,
  state: row.state,
  needs_second: row.needs_second,
  sent_by: { id: row.sent_by, name: row.sent_by_name },
  sent_at: row.sent_at.toISOString(),
  decided_by: presentOfficer(row.decided_by, row.decided_by_name),
  decided_at: iso(row.decided_at),
  note: row.note,
  leaves_at: iso(row.leaves_at),
  stopped_by: presentOfficer(row.stopped_by, row.stopped_by_name),
  stopped_at: iso(row.stopped_at),
  stop_reason: row.stop_reason,
  recipients: row.recipients,
  // Delivered emails have no counter in the database. They are all those that neither wait nor failed.
  delivered: row.state === 'sent' ? row.recipients - row.waiting - row.failed : 0,
  waiting: row.waiting,
  failed: row.failed,
  may: permittedActions(row, staff, now),
})

import { STAFF } from './limits.ts'
import type { StaffRole } from './rights.ts'

/**
 * Whether two administrators must agree to give or remove a role: its officers decide on the work of others
 * (T32).
 */
export const needsSecondAdministrator = (role: StaffRole): boolean =>
  role === 'administrator' || role === 'approver'

export const APPOINTMENT_WORDS = {
  secondPerson: 'You cannot agree to your own proposal. Another administrator must agree.',
  waitsAlready: 'A proposal about this person is waiting. Agree to it, refuse it or take it back first.',
  changed: 'This person’s account has changed since the proposal. Refuse the proposal and make a new one.',
  proposerGone:
    'The person who proposed this is no longer an administrator. Refuse it and propose it yourself.',
  over: `This proposal has expired: a proposal waits ${STAFF.appointmentDays} days. Propose it again.`,
  nothing: 'Nothing would change',
  whyNot: 'Give a reason',
  inPortal:
    'There are two administrators already. Invite at /staff/people: one administrator proposes, and another agrees. This command invites an administrator only while there are fewer than two, and no approver.',
} as const

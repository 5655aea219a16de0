import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { call } from '../api.ts'

/** What officers can do for a person with only a reason: the texts of the dialog and the call. */
export const HELP_ACTIONS = {
  verification: {
    button: 'Send the email again',
    title: 'Send the email with the verification link',
    explanation: 'At most three emails an hour, including those the person requests.',
    successText: 'The email is on its way.',
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/verification/', { params: { handle }, body: { reason } }),
  },
  unlock: {
    button: 'Unlock the account',
    title: 'Unlock the account',
    explanation:
      'The person can log in and use the security question at once, and attempts count from zero. Make sure that you are talking to the owner of the account.',
    successText: 'The account is unlocked.',
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/unlock/', { params: { handle }, body: { reason } }),
  },
  'sign-out': {
    button: 'End all sessions',
    title: 'End all sessions',
    explanation: 'Every device is logged out at once. Nothing that was saved is lost.',
    successText: 'All sessions are ended.',
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/sign-out/', { params: { handle }, body: { reason } }),
  },
} as const satisfies Record<
  string,
  {
    button: string
    title: string
    explanation: string
    successText: string
    call: (handle: string, reason: string) => Promise<HelpedPerson>
  }
>
export type HelpAction = keyof typeof HELP_ACTIONS

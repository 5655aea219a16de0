import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { call } from '../api.ts'

/** Actions that need only a reason: their words and their calls. */
export const HELPS = {
  verification: {
    button: 'Send the email again',
    title: 'Send the email that verifies the address',
    says: 'At most three emails an hour, including those the person requests.',
    done: 'The email is on its way.',
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/verification/', { params: { handle }, body: { reason } }),
  },
  unlock: {
    button: 'Unlock the account',
    title: 'Unlock the account',
    says: 'The person can log in and use the security question at once, and attempts count from zero. Make sure that you are talking to the owner of the account.',
    done: 'The account is unlocked.',
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/unlock/', { params: { handle }, body: { reason } }),
  },
  'sign-out': {
    button: 'End all sessions',
    title: 'End all sessions',
    says: 'Every device is logged out at once. Nothing that was saved is lost.',
    done: 'All sessions are ended.',
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/sign-out/', { params: { handle }, body: { reason } }),
  },
} as const satisfies Record<
  string,
  {
    button: string
    title: string
    says: string
    done: string
    call: (handle: string, reason: string) => Promise<HelpedPerson>
  }
>
export type Help = keyof typeof HELPS

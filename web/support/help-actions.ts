import { t } from '@lingui/core/macro'
import type { HelpedPerson } from '#contract/support/endpoints.ts'
import { call } from '../api.ts'

/**
 * An action with which an officer helps a person: the texts of its dialog, and its call. The officer gives
 * only a reason. `handle` is the code for the person in addresses and calls.
 */
export type HelpAction = {
  button: string
  title: string
  explanation: string
  successText: string
  call: (handle: string, reason: string) => Promise<HelpedPerson>
}

export const HELP_ACTIONS = {
  verification: {
    button: t`Send the email again`,
    title: t`Send the email with the verification link`,
    explanation: t`At most three emails an hour, including those the person requests.`,
    successText: t`The email is on its way.`,
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/verification/', { params: { handle }, body: { reason } }),
  },
  unlock: {
    button: t`Unlock the account`,
    title: t`Unlock the account`,
    explanation: t`The person can log in and use the security question at once, and attempts count from zero. Make sure that you are talking to the owner of the account.`,
    successText: t`The account is unlocked.`,
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/unlock/', { params: { handle }, body: { reason } }),
  },
  'log-out': {
    button: t`End all sessions`,
    title: t`End all sessions`,
    explanation: t`Every device is logged out at once. Nothing that was saved is lost.`,
    successText: t`All sessions are ended.`,
    call: (handle: string, reason: string) =>
      call('POST /api/staff/support/people/{handle}/log-out/', { params: { handle }, body: { reason } }),
  },
} as const satisfies Record<string, HelpAction>

/** Restores an application that the person withdrew less than a day ago. */
export const restoreAction = ({
  title,
  reference,
}: HelpedPerson['applications'][number]['job']): HelpAction => ({
  button: t`Put it back`,
  title: t`Put the application back`,
  explanation: t`The application for ${title} counts again, where it was before. Make sure that you are talking to the owner of the account.`,
  successText: t`The application is put back.`,
  call: (handle, reason) =>
    call('POST /api/staff/support/people/{handle}/restore/', {
      params: { handle },
      body: { job_reference: reference, reason },
    }),
})

import { APPLICATION } from './limits.ts'
import type { OwnStatus, Status } from './words.ts'

/** The statuses with a verdict. An application with a verdict cannot be withdrawn. */
export const VERDICTS: readonly Status[] = ['Rejected', 'Hired']

/** Whether the applicant may withdraw an application that has this status. */
export const mayWithdraw = (status: OwnStatus | 'Draft'): boolean =>
  status !== 'Draft' && status !== 'Withdrawn' && !VERDICTS.includes(status)

/** Sentences about a withdrawal. */
export const WITHDRAWAL_WORDS = {
  button: 'Withdraw this application',
  title: 'Withdraw your application?',
  meaning: 'If you withdraw, officers no longer see this application and it cannot be chosen.',
  mayReapply: 'You can apply for this job again while it is open.',
  isClosed: 'This job is closed, so you cannot apply for it again.',
  mistake: `If you withdraw by mistake, tell us within ${APPLICATION.restoreHours} hours and we put it back.`,
  keep: 'Keep my application',
  confirm: 'Yes, Withdraw',
  sending: 'Withdrawing...',
  done: 'Your application is withdrawn.',
  notSent: 'This application is not sent yet, so there is nothing to withdraw',
  decided: 'This application is already decided, so it cannot be withdrawn',
  failed: 'Failed to withdraw the application. Please try again.',
} as const

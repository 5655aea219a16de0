import { longDeadline } from '../dates.ts'
import { APPLICATION } from './limits.ts'
import { mayWithdraw } from './withdrawal.ts'
import type { OwnStatus } from './words.ts'

type Correctable = { status: OwnStatus | 'Draft'; job: { is_expired: boolean } }

/** Whether an applicant may reopen a sent application: while its job is open and without a verdict (W15). */
export const mayReopen = ({ status, job }: Correctable): boolean => mayWithdraw(status) && !job.is_expired

/** Sentences about the correction of a sent application (W15). Those of the form are `CORRECTED_WORDS`. */
export const CORRECTION_WORDS = {
  button: 'Correct this application',
  title: 'Correct your application?',
  meaning: (deadline: string | null) =>
    deadline
      ? `You can change what you sent and send it again until ${longDeadline(deadline)}.`
      : 'You can change what you sent and send it again while the job is open.',
  cancel: 'Leave it as it is',
  confirm: 'Yes, Correct',
  opening: 'Opening...',
  reopened: 'You can now correct your application.',
  continue: 'Continue the correction',
  keep: 'Keep what I sent',
  keepTitle: 'Keep what you sent?',
  keepMeaning: 'The changes that you have not sent are deleted.',
  keepConfirm: 'Yes, Keep It',
  deleting: 'Deleting...',
  kept: 'Your application stays as you sent it.',
  failed: 'Failed to open the application. Please try again.',
  keepFailed: 'Failed to delete the changes. Please try again.',
  notSent: 'This application is not sent yet, so you can change it in the form',
  withdrawn: 'You withdrew this application, so it cannot be corrected',
  decided: 'This application is already decided, so it cannot be corrected',
  selecting: 'Officers are already selecting people for this job, so the application cannot be corrected',
  tooOften: `You have sent this application ${APPLICATION.maxVersions} times. It cannot be corrected again.`,
  sentElsewhere:
    'A correction was already sent from another page or device. Reopen the application to change it again.',
} as const

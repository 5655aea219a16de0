import { longDeadline } from '#contract/dates.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { titledFor } from '#contract/jobs/texts.ts'
import { subjects } from '../accounts/emails.ts'
import type { Emails } from '../mail/email.ts'
import { emailAbout } from '../mail/email-about.ts'
import { findDraftForEmail, findSentForEmail } from './store.ts'
import { withdrawalEmails } from './withdrawal-emails.ts'

/** Emails about applications. Each is built from current data when it is sent. */
export const jobApplicationsEmails: Emails = {
  ...withdrawalEmails,
  /** The receipt is attached as a file (N7). The email goes to the address in the frozen application. */
  'job-applications.received': emailAbout(
    ({ db }, { applicationId }: { applicationId: number }) => findSentForEmail(db, applicationId),
    (row, deps, { applicationId }) => {
      const receipt: Receipt = JSON.parse(row.receipt)
      const title = titledFor(row.language, { title: receipt.job_title }, row.title_sw).title
      return {
        names: [title],
        subject: subjects(deps).applicationConfirmation,
        paragraphs: [
          `We received your application for ${title} (${receipt.job_reference}) on ${longDeadline(receipt.received_at ?? receipt.submitted_at)}. Your reference number is:`,
        ],
        code: receipt.reference_number,
        action: {
          label: 'See my application',
          url: `${deps.config.publicUrl}/dashboard/applications/${applicationId}`,
        },
        after: [
          'What happens next: after the closing date officers read every application. You can follow your progress on your dashboard. You do not need to send anything else.',
          `The attached file is your receipt. Keep it. With it you can check at ${receipt.verify_url} when your application reached us and that nothing in it was changed.`,
        ],
        attachments: [
          {
            filename: `receipt-${receipt.reference_number}.json`,
            content: `${JSON.stringify(receipt, null, 2)}\n`,
            contentType: 'application/json; charset=utf-8',
          },
        ],
      }
    },
  ),

  /** Not sent when the application is already sent or the job is closed or switched off. */
  'job-applications.deadline-near': emailAbout(
    ({ db, now }, { userId, jobId }: { userId: number; jobId: number }) =>
      findDraftForEmail(db, userId, jobId, now()),
    ({ title, expiry_date }, { config }, { jobId }) => ({
      names: [title],
      subject: `Not sent yet: your application for ${title}`,
      paragraphs: [
        `You started an application for ${title} but have not sent it. The job closes on ${longDeadline(expiry_date)}.`,
      ],
      action: { label: 'Continue my application', url: `${config.publicUrl}/apply?job=${jobId}` },
      after: ['If you do not want to apply, do nothing.'],
    }),
  ),
}

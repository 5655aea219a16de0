import { longDeadline } from '#contract/dates.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { subjects } from '../accounts/emails.ts'
import type { Emails } from '../mail/email.ts'
import { findDraftForEmail, findSentForEmail } from './store.ts'

/** Emails about applications. Each is built from current data when it is sent. */
export const jobApplicationsEmails: Emails = {
  /** The receipt is attached as a file (N7). The email goes to the address in the frozen application. */
  'job-applications.received': async (deps, { applicationId }: { applicationId: number }) => {
    const row = await findSentForEmail(deps.db, applicationId)
    if (!row) return undefined
    const receipt = JSON.parse(row.receipt) as Receipt
    return {
      to: row.email,
      subject: subjects(deps).applicationConfirmation,
      greeting: `Dear ${row.first_name},`,
      paragraphs: [
        `We received your application for ${receipt.job_title} (${receipt.job_reference}) on ${longDeadline(receipt.received_at ?? receipt.submitted_at)}. Your reference number is:`,
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

  /** Not sent when the application is already sent or the job is closed or switched off. */
  'job-applications.deadline-near': async (deps, { userId, jobId }: { userId: number; jobId: number }) => {
    const now = deps.now()
    const row = await findDraftForEmail(deps.db, userId, jobId, now)
    if (!row) return undefined
    return {
      to: row.email,
      subject: `Not sent yet: your application for ${row.title}`,
      greeting: `Dear ${row.first_name},`,
      paragraphs: [
        `You started an application for ${row.title} but have not sent it. The job closes on ${longDeadline(row.expiry_date)}.`,
      ],
      action: { label: 'Continue my application', url: `${deps.config.publicUrl}/apply?job=${jobId}` },
      after: ['If you do not want to apply, do nothing.'],
    }
  },
}

import { longDeadline } from '#contract/dates.ts'
import type { Receipt } from '#contract/job-applications/endpoints.ts'
import { titledFor } from '#contract/jobs/texts.ts'
import { subjects } from '../accounts/emails.ts'
import type { Deps } from '../deps.ts'
import type { Emails } from '../mail/email.ts'
import { emailAbout } from '../mail/email-about.ts'
import { findDraftForEmail, findReopenedForEmail, findSentForEmail } from './store.ts'
import { withdrawalEmails } from './withdrawal-emails.ts'

// Emails to applicants about applications that they have sent, or not sent yet.

/** A sent version of an application, with its recipient and receipt. */
type SentForEmail = NonNullable<Awaited<ReturnType<typeof findSentForEmail>>>

/** The common parts of both emails about a sent version, with its receipt as an attached file (N7). */
const receiptParts = (row: SentForEmail, deps: Deps, applicationId: number) => {
  const receipt: Receipt = JSON.parse(row.receipt)
  const title = titledFor(row.language, { title: receipt.job_title }, row.title_sw).title
  return {
    receipt,
    title,
    // Receipts from an earlier release of the portal have no `received_at`.
    received: longDeadline(receipt.received_at ?? receipt.submitted_at),
    code: receipt.reference_number,
    action: {
      label: 'See my application',
      url: `${deps.config.publicUrl}/dashboard/applications/${applicationId}`,
    },
    keepReceipt: `The attached file is your receipt. Keep it. With it you can check at ${receipt.verify_url} when your application reached us and that nothing in it was changed.`,
    attachments: [
      {
        // The receipt of an application's first version has no `version`.
        filename: `receipt-${[receipt.reference_number, receipt.version].filter(Boolean).join('-')}.json`,
        content: `${JSON.stringify(receipt, null, 2)}\n`,
        contentType: 'application/json; charset=utf-8',
      },
    ],
  }
}

/** Emails about applications. Each is built from current data when it is sent. */
export const jobApplicationsEmails: Emails = {
  ...withdrawalEmails,
  /** The email is sent to the address in the frozen application. */
  'job-applications.received': emailAbout(
    ({ db }, { applicationId }: { applicationId: number }) => findSentForEmail(db, applicationId),
    (row, deps, { applicationId }) => {
      const { receipt, title, received, code, action, keepReceipt, attachments } = receiptParts(
        row,
        deps,
        applicationId,
      )
      return {
        names: [title],
        subject: subjects(deps).applicationConfirmation,
        paragraphs: [
          `We received your application for ${title} (${receipt.job_reference}) on ${received}. Your reference number is:`,
        ],
        code,
        action,
        after: [
          'What happens next: after the closing date officers read every application. You can follow your progress on your dashboard. You do not need to send anything else.',
          keepReceipt,
        ],
        attachments,
      }
    },
  ),

  /** Confirms one version of a corrected application (W15), even if a newer version was sent since. */
  'job-applications.corrected': emailAbout(
    ({ db }, { applicationId, version }: { applicationId: number; version: number }) =>
      findSentForEmail(db, applicationId, version),
    (row, deps, { applicationId, version }) => {
      const { receipt, title, received, code, action, keepReceipt, attachments } = receiptParts(
        row,
        deps,
        applicationId,
      )
      return {
        names: [title],
        subject: `Corrected: your application for ${title}`,
        paragraphs: [
          `We received version ${version} of your application for ${title} (${receipt.job_reference}) on ${received}. It replaces what you sent before. Your reference number is the same:`,
        ],
        code,
        action,
        after: [
          keepReceipt,
          `If you did not send this correction, write to us at ${deps.config.organisation.email}.`,
        ],
        attachments,
      }
    },
  ),

  /** The reminder is not sent when the application is already sent, or its job is closed or inactive. */
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
  /**
   * The reminder is not sent when the correction (W15) was sent or dropped, or its job is closed or inactive.
   */
  'job-applications.correction-near': emailAbout(
    ({ db, now }, { userId, jobId }: { userId: number; jobId: number }) =>
      findReopenedForEmail(db, userId, jobId, now()),
    ({ title, expiry_date }, { config }, { jobId }) => ({
      names: [title],
      subject: `Not sent yet: your correction for ${title}`,
      paragraphs: [
        `You reopened your application for ${title} but have not sent the correction. The job closes on ${longDeadline(expiry_date)}.`,
        'What you sent before counts. Without a correction, officers read it as you sent it.',
      ],
      action: { label: 'Continue the correction', url: `${config.publicUrl}/apply?job=${jobId}` },
      after: ['If you do not want to change anything, do nothing.'],
    }),
  ),
}

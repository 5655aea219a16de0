import { accountsEmails } from './accounts/emails.ts'
import { correctionEmails } from './corrections/emails.ts'
import { decisionsEmails } from './decisions/emails.ts'
import { jobApplicationsEmails } from './job-applications/emails.ts'
import { erasureEmails } from './erasure/emails.ts'
import type { Emails } from './mail/email.ts'
import { messagesEmails } from './messages/emails.ts'
import { newsletterEmails } from './newsletter/emails.ts'
import { retentionEmails } from './retention/emails.ts'
import { reviewEmails } from './review/emails.ts'
import { appointmentEmails } from './staff/appointment-emails.ts'
import { staffJobsEmails } from './staff-jobs/emails.ts'
import { staffEmails } from './staff/emails.ts'
import { supportEmails } from './support/emails.ts'

/** Every kind of email that the portal sends, by topic. The worker that delivers emails reads this list. */
export const emails: Emails = {
  ...accountsEmails,
  ...jobApplicationsEmails,
  ...newsletterEmails,
  ...staffEmails,
  ...staffJobsEmails,
  ...appointmentEmails,
  ...reviewEmails,
  ...decisionsEmails,
  ...messagesEmails,
  ...supportEmails,
  ...correctionEmails,
  ...retentionEmails,
  ...erasureEmails,
}

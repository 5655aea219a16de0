import { accountsLetters } from './accounts/letters.ts'
import { decisionsLetters } from './decisions/letters.ts'
import { jobApplicationsLetters } from './job-applications/letters.ts'
import type { Letters } from './mail/letter.ts'
import { messagesLetters } from './messages/letters.ts'
import { newsletterLetters } from './newsletter/letters.ts'
import { reviewLetters } from './review/letters.ts'
import { appointmentLetters } from './staff/appointment-letters.ts'
import { staffLetters } from './staff/letters.ts'
import { supportLetters } from './support/letters.ts'

/** Every letter the portal writes, by topic: handed to the deliveries, which know none of them. */
export const letters: Letters = {
  ...accountsLetters,
  ...jobApplicationsLetters,
  ...newsletterLetters,
  ...staffLetters,
  ...appointmentLetters,
  ...reviewLetters,
  ...decisionsLetters,
  ...messagesLetters,
  ...supportLetters,
}

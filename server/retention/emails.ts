import { longDeadline } from '#contract/dates.ts'
import type { Emails } from '../mail/email.ts'
import { findUnused } from './accounts-store.ts'

const DAY_MS = 86_400_000

/** The email that warns a person whose account has been unused for long. It contains no name (T23). */
export const retentionEmails: Emails = {
  'retention.account-unused': async (deps, { userId }: { userId: number }) => {
    const found = await findUnused(deps.db, userId)
    if (!found) return undefined
    const goesAt = new Date(found.notified_at.getTime() + deps.config.retention.account_notice * DAY_MS)
    return {
      to: found.email,
      language: found.language,
      subject: 'Your account will be deleted',
      greeting: 'Hello,',
      paragraphs: [
        `No one has logged in to your account for a long time. We delete it after ${longDeadline(goesAt)}, with everything in it.`,
        'To keep it, log in before that time. If you do not need it any more, do nothing.',
      ],
      action: { label: 'Log in', url: `${deps.config.publicUrl}/login` },
    }
  },
}

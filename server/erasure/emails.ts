import { longDeadline } from '#contract/dates.ts'
import type { Language } from '#contract/language/paths.ts'
import type { Emails } from '../mail/email.ts'
import type { Summary } from './erase-account.ts'

/**
 * The content of the queued email about a deleted account. The queue holds the address until the email is
 * sent, because the account is gone. `drafts`, `withdrawn` and `kept` count applications.
 */
type Erased = Summary & { email: string; language: Language; at: string }

export const erasureEmails: Emails = {
  'erasure.done': async (
    { config },
    { email, language, at: erasedAt, drafts, withdrawn, kept: stored }: Erased,
  ) => ({
    to: email,
    language,
    subject: 'Your account is deleted',
    paragraphs: [
      `On ${longDeadline(erasedAt)} your account was deleted, by someone who was logged in and gave the password or a passkey.`,
      `Drafts deleted: ${drafts}. Applications withdrawn: ${withdrawn}. Applications that we keep for some time: ${stored}.`,
      ...(stored > 0
        ? [
            'The page showed until when we keep these applications, and why. After that, we delete them automatically.',
          ]
        : []),
    ],
    after: [
      `This is our last email to you, and we do not keep this address. If this was not you, write to us at ${config.organisation.email}.`,
    ],
  }),
}

import type { Emails } from '../mail/email.ts'
import { findRecipient } from './store.ts'
import { writeEmail } from './write-email.ts'

type Recipient = { messageId: number; applicationId: number }

/** The emails of officers' messages to applicants. Each is filled with current data when it is sent. */
export const messagesEmails: Emails = {
  'messages.letter': async (deps, { messageId, applicationId }: Recipient) => {
    const row = await findRecipient(deps.db, messageId, applicationId)
    if (!row) return undefined
    const message = { subject: row.subject, body: row.body }
    return { ...writeEmail(message, row, deps.config), to: row.email, language: row.language }
  },
}

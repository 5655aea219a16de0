import type { PreviewedEmail } from '#contract/messages/endpoints.ts'
import type { Sql, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { isHidden } from '../review/blind.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findFirstRecipients } from './store.ts'
import { type MessageText, previewEmail } from './write-email.ts'

type PreviewRequest = {
  deps: Pick<Deps, 'config'>
  staff: Staff
  message: MessageText
  /** True if the officer may not see applicants' names, except those that were opened. */
  blind: boolean
  jobId: number
  /** SQL condition on `application_facts facts` that selects the recipients of the message. */
  where: Sql
}

/**
 * Previews of the first emails of a message. Applicants who are hidden from this officer stay hidden in them.
 */
export async function previewFirstEmails(
  tx: Tx,
  { deps, staff, message, blind, jobId, where }: PreviewRequest,
  now: Date,
): Promise<PreviewedEmail[]> {
  const emails = (await findFirstRecipients(tx, where)).map((row) => {
    const hidden = isHidden({ blind }, row)
    return {
      application: row.application_id,
      reference: row.reference_number,
      hidden,
      ...previewEmail(message, row, deps.config, hidden),
    }
  })
  // Each previewed applicant sees this entry as an access record. `blind` says that the officer saw no name.
  for (const { application, hidden } of emails) {
    await recordAudit(
      tx,
      staff,
      { act: 'message.letter_previewed', jobId, applicationId: application, detail: { blind: hidden } },
      now,
    )
  }
  return emails
}

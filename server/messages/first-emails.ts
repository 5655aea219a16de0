import type { PreviewedEmail } from '#contract/messages/endpoints.ts'
import type { Sql, Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { isHidden } from '../review/blind.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { findFirst } from './store.ts'
import { asRead, type Written } from './write-email.ts'

type Preview = {
  deps: Pick<Deps, 'config'>
  staff: Staff
  words: Written
  blind: boolean
  jobId: number
  where: Sql
}

/**
 * Previews of the first emails. Applicants who are hidden from this officer stay hidden in them. Each preview
 * is an access record that its applicant can read.
 */
export async function firstEmails(
  tx: Tx,
  { deps, staff, words, blind, jobId, where }: Preview,
  now: Date,
): Promise<PreviewedEmail[]> {
  const emails = (await findFirst(tx, where)).map((row) => {
    const hidden = isHidden({ blind }, row)
    return {
      application: row.application_id,
      reference: row.reference_number,
      hidden,
      ...asRead(words, row, deps.config, hidden),
    }
  })
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

import type { Emails } from '../mail/email.ts'
import { findOfficer } from '../staff/overseers.ts'

/**
 * The email to administrators and auditors when a support officer opens many applicants' accounts. `officer`
 * is the id of the support officer, and `to` the id of the officer who gets the email.
 */
export const supportEmails: Emails = {
  'support.many-people': async (
    deps,
    { officer, people, hours, to }: { officer: number; people: number; hours: number; to: number },
  ) => {
    const [reader, helper] = [await findOfficer(deps.db, to), await findOfficer(deps.db, officer)]
    if (!reader) return undefined
    return {
      to: reader.email,
      subject: 'An officer opened the accounts of many people',
      paragraphs: [
        `${helper?.name ?? 'An officer'} opened the accounts of ${people} different people in support within ${hours === 1 ? 'an hour' : 'a day'}.`,
        'This is allowed when many people ask for help. If you do not know the reason, ask the officer. Remove their access until you know it.',
      ],
      action: { label: 'Open the audit log', url: `${deps.config.publicUrl}/staff/audit-log` },
    }
  },
}

import { longDeadline } from '#contract/dates.ts'
import type { Emails } from '../mail/email.ts'
import { findOfficer } from '../staff/overseers.ts'
import { findCorrected } from './store.ts'

/**
 * Emails to applicants about support, and to supervisors when an officer opens many accounts. They contain no
 * applicant's name, because anyone can register any name and any address (T23).
 */
export const supportEmails: Emails = {
  'support.name-corrected': async (deps, { correctionId }: { correctionId: number }) => {
    const found = await findCorrected(deps.db, correctionId)
    if (!found) return undefined
    return {
      to: found.email,
      language: found.language,
      subject: 'Your name was corrected',
      greeting: 'Hello,',
      paragraphs: [
        `On ${longDeadline(found.corrected_at.toISOString())} our support corrected the name in your profile. What you sent before does not change.`,
        `The reason: ${found.reason}`,
      ],
      action: { label: 'See my profile', url: `${deps.config.publicUrl}/dashboard/profile` },
      after: [`If you did not ask for this, write to us at ${deps.config.organisation.email}.`],
    }
  },

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

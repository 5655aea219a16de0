import { longDeadline } from '#contract/dates.ts'
import type { Emails } from '../mail/email.ts'
import { findDecided } from './store.ts'

/**
 * The email to an applicant whose correction was decided. It does not greet by name. Otherwise someone could
 * register any text as a name, and have it sent to a stranger (T23).
 */
export const correctionEmails: Emails = {
  'corrections.decided': async (deps, { correctionId }: { correctionId: number }) => {
    const decided = await findDecided(deps.db, correctionId)
    if (!decided) return undefined
    // This function writes any moment as a weekday, date and time.
    const decidedAt = longDeadline(decided.decided_at.toISOString())
    return {
      to: decided.email,
      language: decided.language,
      subject: decided.correct ? 'Your details were corrected' : 'Your details were not corrected',
      greeting: 'Hello,',
      paragraphs: decided.correct
        ? [
            `On ${decidedAt} two people compared your request with your document and corrected your profile. What you sent before does not change.`,
          ]
        : [
            `On ${decidedAt} two people compared your request with your document and did not correct your profile.`,
            `The reason: ${decided.note}`,
            'You can ask again with another document.',
          ],
      action: { label: 'See my request', url: `${deps.config.publicUrl}/dashboard/corrections` },
      after: [`If you did not ask for this, write to us at ${deps.config.organisation.email}.`],
    }
  },
}

import { longDeadline } from '#contract/dates.ts'
import type { Letters } from '../mail/letter.ts'
import { findCorrected } from './store.ts'

/** Letters about what support did. No name stands in them: whoever registers types one, and any address (T23). */
export const supportLetters: Letters = {
  'support.name-corrected': async (deps, { correctionId }: { correctionId: number }) => {
    const found = await findCorrected(deps.db, correctionId)
    if (!found) return undefined
    return {
      to: found.email,
      subject: 'Your name was corrected',
      greeting: 'Hello,',
      paragraphs: [
        `On ${longDeadline(found.corrected_at.toISOString())} the name in your profile was corrected by our support. What you sent before keeps the name it had.`,
        `The reason that was given: ${found.reason}`,
      ],
      action: { label: 'See my profile', url: `${deps.config.publicUrl}/dashboard/profile` },
      after: [`If you did not ask for this, write to us at ${deps.config.organisation.email}.`],
    }
  },
}

import { longDeadline } from '#contract/dates.ts'
import { REVIEW } from '#contract/staff/limits.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import type { Emails } from '../mail/email.ts'
import { findOfficer } from '../staff/overseers.ts'
import { findLift } from './lifts-store.ts'

/** `id` is the id of the request to see names, and `to` is the officer who gets the email. */
type LiftEmail = { id: number; to: number }

/** Emails to officers about requests to see names; they contain no applicant data. */
export const reviewEmails: Emails = {
  'review.lift-asked': async (deps, { id, to }: LiftEmail) => {
    const reader = await findOfficer(deps.db, to)
    const lift = await findLift(deps.db, id)
    if (!reader || !lift) return undefined
    // The email is not needed when the request to see names is already decided, taken back or expired.
    if (lift.agreed !== null || lift.withdrawn_at || lift.ends_at <= deps.now()) return undefined
    return {
      to: reader.email,
      subject: 'An officer asks to see names',
      paragraphs: [
        `${lift.name}, ${ROLE_WORDS[lift.role].name.toLowerCase()}, asks to see the names of the applicants for ${lift.title} (${lift.reference}) before a list is approved.`,
        `The reason: ${lift.reason}`,
        `If you or another officer agrees, this officer sees the names for ${REVIEW.liftHours} hours. The request waits until ${longDeadline(lift.ends_at.toISOString())}.`,
      ],
      action: { label: 'Agree or refuse', url: `${deps.config.publicUrl}/staff/names` },
    }
  },

  'review.lift-decided': async (deps, { id, to }: LiftEmail) => {
    const reader = await findOfficer(deps.db, to)
    const lift = await findLift(deps.db, id)
    if (!reader || !lift || lift.agreed === null) return undefined
    const second = lift.decided_by_name ?? 'Another officer'
    const job = `${lift.title} (${lift.reference})`
    return {
      to: reader.email,
      subject: lift.agreed ? 'You can see names' : 'Your request to see names was refused',
      paragraphs: lift.agreed
        ? [
            `${second} agreed: you can see the names of the applicants for ${job} for ${REVIEW.liftHours} hours.`,
          ]
        : [
            `${second} refused to show you the names of the applicants for ${job}.`,
            `The reason: ${lift.note}`,
          ],
      action: {
        label: 'Open the applications',
        url: `${deps.config.publicUrl}/staff/jobs/${lift.job_id}/applications`,
      },
    }
  },
}

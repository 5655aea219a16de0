import { longDeadline } from '#contract/dates.ts'
import { REVIEW } from '#contract/review/limits.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import type { Emails } from '../mail/email.ts'
import { findOfficer } from '../staff/overseers.ts'
import { findLiftRequest } from './lifts-store.ts'

/** `id` is the id of the request to see names, and `to` is the officer who gets the email. */
type LiftRequestEmail = { id: number; to: number }

/** Emails to officers about requests to see names; they contain no applicant data. */
export const reviewEmails: Emails = {
  'review.lift-asked': async (deps, { id, to }: LiftRequestEmail) => {
    const reader = await findOfficer(deps.db, to)
    const request = await findLiftRequest(deps.db, id)
    if (!reader || !request) return undefined
    // The email is not needed when the request to see names is already decided, taken back or expired.
    if (request.agreed !== null || request.withdrawn_at || request.ends_at <= deps.now()) return undefined
    return {
      to: reader.email,
      subject: 'An officer asks to see names',
      paragraphs: [
        `${request.name}, ${ROLE_WORDS[request.role].name.toLowerCase()}, asks to see the names of the applicants for ${request.title} (${request.reference}) before a list is approved.`,
        `The reason: ${request.reason}`,
        `If you or another officer agrees, this officer sees the names for ${REVIEW.liftHours} hours. The request waits until ${longDeadline(request.ends_at.toISOString())}.`,
      ],
      action: { label: 'Agree or refuse', url: `${deps.config.publicUrl}/staff/names` },
    }
  },

  'review.lift-decided': async (deps, { id, to }: LiftRequestEmail) => {
    const reader = await findOfficer(deps.db, to)
    const request = await findLiftRequest(deps.db, id)
    if (!reader || !request || request.agreed === null) return undefined
    const second = request.decided_by_name ?? 'Another officer'
    const job = `${request.title} (${request.reference})`
    return {
      to: reader.email,
      subject: request.agreed ? 'You can see names' : 'Your request to see names was refused',
      paragraphs: request.agreed
        ? [
            `${second} agreed: you can see the names of the applicants for ${job} for ${REVIEW.liftHours} hours.`,
          ]
        : [
            `${second} refused to show you the names of the applicants for ${job}.`,
            `The reason: ${request.note}`,
          ],
      action: {
        label: 'Open the applications',
        url: `${deps.config.publicUrl}/staff/jobs/${request.job_id}/applications`,
      },
    }
  },
}

import type { Status } from '#contract/job-applications/words.ts'
import { sayReason } from '#contract/decisions/reasons.ts'
import { sayReserve } from '#contract/decisions/reserve.ts'
import { titledFor } from '#contract/jobs/texts.ts'
import type { Language } from '#contract/language/paths.ts'
import { stageOf, STATUS_OF } from '#contract/review/stages.ts'
import type { Deps } from '../deps.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import type { Email, Emails } from '../mail/email.ts'
import { asText } from '../mail/render.ts'
import { findDecided, type DecidedRow } from './emails-store.ts'
import type { ListRow } from './store.ts'

// The email that tells an applicant the decision, and the preview of it that officers see.

/** The sentence that says what happens next, by the new status of the application. */
const NEXT_STEP: Record<Status, string> = {
  Pending: 'Officers will read your application. You do not need to send anything again.',
  'Under Review':
    'Officers are reading your application. You do not need to send anything again. We will email you as soon as there is a decision.',
  Shortlisted:
    'You have moved to the next stage. We will email or call you with the date and the place. Have your original documents ready.',
  Rejected:
    'There are no further steps for this job. Your profile stays as it is, and you can apply for every other job that is open.',
  Hired: 'We will email or call you with the date you start and what we need before then.',
}

/** The sentence that says what happens next to someone on the reserve list of a selection. */
const NEXT_STEP_OF_RESERVE =
  'If a place becomes free, we take the next person of this list, by the published rule. We will email you then. You do not need to do anything now.'

type DecisionEmailValues = {
  id: number | string
  email: string
  language: Language
  firstName: string
  reference: string
  jobTitle: string
  jobReference: string
  /** The reason for the decision, in words; '' when there is none. */
  reason: string
  /** The sentence about the person's number on a reserve list; '' for everyone else. */
  reserve: string
}

/**
 * Values for the email. The names of job and applicant are those at the time of submission (L8). The address
 * is the present one of the account (A23).
 */
function emailValuesOf({
  application_id: id,
  reference_number: reference,
  email,
  language,
  frozen,
  title_sw,
  reason,
  reserve_number: number,
  reserve_place: place,
}: DecidedRow): DecisionEmailValues {
  const { job, applicant }: Frozen = JSON.parse(frozen)
  return {
    id,
    reference,
    language,
    reason: sayReason(reason),
    reserve: number === null ? '' : sayReserve({ number, place }),
    email,
    firstName: applicant.first_name,
    jobTitle: titledFor(language, job, title_sw).title,
    jobReference: job.reference,
  }
}

const decisionEmail = (
  { config }: Pick<Deps, 'config'>,
  values: DecisionEmailValues,
  status: Status,
): Email => ({
  to: values.email,
  language: values.language,
  // The job's title stays as it is when the email is translated.
  names: [values.jobTitle],
  // The lock screen of a shared phone may show the subject. So the decision is only in the text.
  subject: `News about your application ${values.reference}`,
  greeting: `Dear ${values.firstName},`,
  paragraphs: [
    `Your application ${values.reference} for ${values.jobTitle} (${values.jobReference}) is now: ${status}.`,
    ...(values.reason ? [`The reason: ${values.reason}`] : []),
    ...(values.reserve ? [values.reserve] : []),
    `What happens next: ${values.reserve ? NEXT_STEP_OF_RESERVE : NEXT_STEP[status]}`,
  ],
  action: { label: 'See my application', url: `${config.publicUrl}/dashboard/applications/${values.id}` },
  // The email about a rejection ends with how to complain.
  after:
    status === 'Rejected'
      ? [
          [
            'Thank you for applying. If you think that this decision is wrong, you can complain:',
            `${config.publicUrl}/complaints`,
          ].join('\n'),
        ]
      : [],
})

export const decisionsEmails: Emails = {
  /** No email is sent if a later decision has changed the status since then. */
  'decisions.status': async (deps, { list, application }: { list: number; application: number }) => {
    const row = await findDecided(deps.db, list, application)
    if (!row) return undefined
    const status = STATUS_OF[stageOf(row.to_stage)]
    return row.status === status ? decisionEmail(deps, emailValuesOf(row), status) : undefined
  },
}

/**
 * A preview of the email of a list, with brackets instead of personal values. It shows no application, so no
 * access record is needed. Null when no status changes, because then no email is sent. `stages` are the
 * present stages of the applications. `reasons` are those on the list, the most common first. Both are empty
 * for an empty list. Its preview has the reason of the list.
 */
export function previewEmail(deps: Deps, list: ListRow, stages: number[], reasons: string[]) {
  const status = STATUS_OF[stageOf(list.to_stage)]
  // The list of a selection notifies everyone on it, even if their status stays the same.
  const isOfSelection = list.selection_run !== null
  if (!isOfSelection && stages.length > 0 && stages.every((stage) => STATUS_OF[stageOf(stage)] === status))
    return null
  const [commonest = sayReason(list.reason), secondReason] = reasons
  // The most common reason is '' if most applications have none, so it is trimmed.
  const reason = secondReason === undefined ? commonest : `${commonest} [others have another reason]`.trim()
  const values = {
    id: '[number]',
    // The preview has no recipient, so it shows no address.
    email: '',
    language: 'en' as const,
    firstName: '[first name]',
    reference: '[reference number]',
    jobTitle: list.job_title,
    jobReference: list.job_reference,
    reason,
    reserve:
      isOfSelection && stageOf(list.to_stage) === 'reserve'
        ? 'You are number [number] on the reserve list of [place].'
        : '',
  }
  const email = decisionEmail(deps, values, status)
  return { subject: email.subject, text: asText(email, deps.config) }
}

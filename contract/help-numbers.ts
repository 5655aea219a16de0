import { DOCUMENT, MULTIPART } from './documents/documents.ts'
import { REPORTS } from './reports/limits.ts'
import {
  LOGIN_LOCK,
  PASSWORD,
  PERSON,
  PHONE,
  RESET_CODE,
  SECURITY_ANSWER,
  UNDO_RESET,
  VERIFICATION,
} from './accounts/limits.ts'
import { SESSION } from './accounts/session-limits.ts'
import { APPLICATION, REVIEW_WEEKS, STEP_MINUTES } from './job-applications/limits.ts'
import { JOBS } from './jobs/limits.ts'
import { NEWSLETTER_RETENTION } from './newsletter/limits.ts'
import { FAILED_EMAIL_DAYS } from './outbox/limits.ts'
import { LINE } from './line/line.ts'

const MIB = 1_048_576
const MINUTE_MS = 60_000
const span = ({ least, most }: { least: number; most: number }) =>
  least === most ? String(least) : `${least}-${most}`
const all = STEP_MINUTES.reduce(
  (sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }),
  { least: 0, most: 0 },
)

/**
 * N3: pages and answers refer to a rule's number by name, so that they stay correct when the rule changes.
 */
export const HELP_NUMBERS = {
  min_age: PERSON.minAge,
  password_length: PASSWORD.minLength,
  session_minutes: SESSION.endAfterMs / MINUTE_MS,
  session_warning_minutes: (SESSION.endAfterMs - SESSION.warnAfterMs) / MINUTE_MS,
  session_hours: SESSION.absoluteMs / (60 * MINUTE_MS),
  verify_hours: VERIFICATION.hours,
  unverified_days: VERIFICATION.unverifiedDays,
  lock_failures: LOGIN_LOCK.failures,
  lock_minutes: LOGIN_LOCK.minutes,
  code_digits: RESET_CODE.digits,
  code_minutes: RESET_CODE.minutes,
  code_tries: RESET_CODE.tries,
  answer_tries: SECURITY_ANSWER.tries,
  answer_hours: SECURITY_ANSWER.hours,
  undo_hours: UNDO_RESET.hours,
  newsletter_unconfirmed_days: NEWSLETTER_RETENTION.unconfirmedDays,
  newsletter_stopped_days: NEWSLETTER_RETENTION.stoppedDays,
  dead_letter_days: FAILED_EMAIL_DAYS,
  fault_days: REPORTS.faultDays,
  soon_days: JOBS.soonDays,
  line_hours: LINE.ticketMs / (60 * MINUTE_MS),
  dial_code: PHONE.kenyaDialCode,
  steps: APPLICATION.steps,
  first_year: APPLICATION.firstYear,
  min_referees: APPLICATION.minReferees,
  max_referees: APPLICATION.maxReferees,
  max_education: APPLICATION.maxEducation,
  max_experience: APPLICATION.maxExperience,
  file_types: DOCUMENT.extensions.join(', '),
  file_mb: DOCUMENT.maxBytes / MIB,
  files_mb: DOCUMENT.quotaBytes / MIB,
  files_each: MULTIPART.files,
  step_personal_minutes: span(STEP_MINUTES[0]),
  step_education_minutes: span(STEP_MINUTES[1]),
  step_experience_minutes: span(STEP_MINUTES[2]),
  step_referees_minutes: span(STEP_MINUTES[3]),
  step_review_minutes: span(STEP_MINUTES[4]),
  all_steps_minutes: span(all),
  pending_weeks: span(REVIEW_WEEKS.pending),
  under_review_weeks: span(REVIEW_WEEKS.underReview),
  interview_weeks: REVIEW_WEEKS.interview,
} as const

/** The placeholder names in a text, such as `min_age` of `{{min_age}}`. */
export const placesIn = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{(\w+)\}\}/g), ([, name = '']) => name)

/**
 * Replaces each placeholder in `text` with its value on this portal, formatted by `written`.
 * @throws Error naming a placeholder without a value.
 */
export const fillPlaces = (
  text: string,
  values: Record<string, unknown>,
  written: (value: unknown) => string = String,
): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    if (!(name in values)) throw new Error(`{{${name}}} has no value on this portal`)
    return written(values[name])
  })

/** The id of a section on its page, derived from its heading. */
export const sectionId = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

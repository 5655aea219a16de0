import { BYTES_PER_KB, DATA_COST } from '../data-cost.ts'
import { DOCUMENT, MULTIPART, STORAGE } from '../documents/documents.ts'
import { REPORTS } from '../reports/limits.ts'
import {
  FAILED_LOGINS,
  LOGIN_LOCK,
  PASSWORD,
  PERSON,
  PHONE,
  RESET_CODE,
  SECURITY_ANSWER,
  SECURITY_QUESTION,
  EMAIL_CHANGE,
  UNDO_RESET,
  VERIFICATION,
} from '../accounts/limits.ts'
import { PASSKEYS } from '../accounts/passkeys.ts'
import { CORRECTIONS } from '../corrections/words.ts'
import { SESSION } from '../accounts/session-limits.ts'
import { APPLICATION, REVIEW_WEEKS, STEP_MINUTES } from '../job-applications/limits.ts'
import { JOBS } from '../jobs/limits.ts'
import { NEWSLETTER_RETENTION } from '../newsletter/limits.ts'
import { FAILED_EMAIL_DAYS } from '../outbox/limits.ts'
import { LINE } from '../line/line.ts'

const BYTES_PER_MIB = 1_048_576
const BYTES_PER_TENTH_OF_MB = 100_000
const MINUTE_MS = 60_000
/** A range as text: `5-10`, or `5` when both ends are equal. */
const rangeInWords = ({ least, most }: { least: number; most: number }) =>
  least === most ? String(least) : `${least}-${most}`
/** The minutes that all steps of the application form take together. */
const allSteps = STEP_MINUTES.reduce(
  (sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }),
  { least: 0, most: 0 },
)

/**
 * The numbers that help pages and the assistant's answers may name, such as `{{min_age}}`. They come from the
 * rules, so that a text stays correct when its rule changes (N3).
 */
export const HELP_NUMBERS = {
  min_age: PERSON.minAge,
  password_length: PASSWORD.minLength,
  session_minutes: SESSION.endAfterMs / MINUTE_MS,
  session_warning_minutes: (SESSION.endAfterMs - SESSION.warnAfterMs) / MINUTE_MS,
  evidence_days: CORRECTIONS.evidenceDays,
  max_passkeys: PASSKEYS.most,
  failed_login_days: FAILED_LOGINS.storedDays,
  own_networks: SESSION.storedNetworks,
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
  question_login_minutes: SECURITY_QUESTION.freshLoginMinutes,
  undo_hours: UNDO_RESET.hours,
  restore_hours: APPLICATION.restoreHours,
  application_versions: APPLICATION.maxVersions,
  email_undo_days: EMAIL_CHANGE.undoDays,
  newsletter_unconfirmed_days: NEWSLETTER_RETENTION.unconfirmedDays,
  newsletter_stopped_days: NEWSLETTER_RETENTION.stoppedDays,
  failed_email_days: FAILED_EMAIL_DAYS,
  field_error_days: REPORTS.fieldErrorDays,
  soon_days: JOBS.soonDays,
  line_hours: LINE.ticketValidMs / (60 * MINUTE_MS),
  dial_code: PHONE.kenyaDialCode,
  steps: APPLICATION.steps,
  first_year: APPLICATION.firstYear,
  min_referees: APPLICATION.minReferees,
  max_referees: APPLICATION.maxReferees,
  max_education: APPLICATION.maxEducation,
  max_experience: APPLICATION.maxExperience,
  file_types: DOCUMENT.extensions.join(', '),
  file_mb: DOCUMENT.maxBytes / BYTES_PER_MIB,
  files_mb: STORAGE.quotaBytes / BYTES_PER_MIB,
  files_each: MULTIPART.files,
  first_view_kb: DATA_COST.firstViewBytes / BYTES_PER_KB,
  journey_kb: DATA_COST.journeyBytes / BYTES_PER_KB,
  journey_sent_kb: DATA_COST.journeySentBytes / BYTES_PER_KB,
  // Received and sent data together, in megabytes, rounded up to a tenth.
  journey_mb: Math.ceil((DATA_COST.journeyBytes + DATA_COST.journeySentBytes) / BYTES_PER_TENTH_OF_MB) / 10,
  step_personal_minutes: rangeInWords(STEP_MINUTES[0]),
  step_education_minutes: rangeInWords(STEP_MINUTES[1]),
  step_experience_minutes: rangeInWords(STEP_MINUTES[2]),
  step_referees_minutes: rangeInWords(STEP_MINUTES[3]),
  step_review_minutes: rangeInWords(STEP_MINUTES[4]),
  all_steps_minutes: rangeInWords(allSteps),
  pending_weeks: rangeInWords(REVIEW_WEEKS.pending),
  under_review_weeks: rangeInWords(REVIEW_WEEKS.underReview),
  interview_weeks: REVIEW_WEEKS.interview,
} as const

/**
 * Replaces each placeholder in `text` with its value, which `format` turns into text.
 * @throws Error for a placeholder without a value
 */
export const fillPlaceholders = (
  text: string,
  values: Record<string, unknown>,
  format: (value: unknown) => string = String,
): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => {
    if (!(name in values)) throw new Error(`{{${name}}} has no value on this portal`)
    return format(values[name])
  })

/** The id of a page's section, derived from its heading. */
export const sectionId = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

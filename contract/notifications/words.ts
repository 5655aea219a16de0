import { withFullStop } from '../full-stop.ts'
import { longDeadline, weekdayAndDay } from '../dates.ts'
import { changeReason, type StoredChangeReason } from '../jobs/extensions.ts'
import { sayReason, type StoredReason } from '../decisions/reasons.ts'
import { type Reserve, sayReserve } from '../decisions/reserve.ts'
import { DOCUMENT_WORDS, type DocumentKind, type SCAN_PROBLEMS } from '../documents/documents.ts'
import { documentName } from '../jobs/wanted-documents.ts'
import type { Status } from '../job-applications/words.ts'

/** Sentences of the page on which a person reads notifications (S1 §8). */
export const NOTIFICATION_WORDS = {
  noToken: 'No authentication token',
  failed: 'Failed to fetch notifications',
} as const

/** The job's title at the time of the notification. `job_sw` is its title in Kiswahili, if any. */
type Titles = { job: string; job_sw?: string }
/** `correction`: the application was sent, and a correction of it is not sent yet. Else it is a draft. */
type Unsent = Titles & { correction?: true }

/** The values that are stored for each kind of notification. A page makes the sentence from them. */
export type NotificationValues = {
  draft_started: Titles
  application_received: Titles & { reference: string }
  /** `closes` is the civil date in Nairobi on which the job closes: `2026-11-29`. */
  deadline_near: Titles & { closes: string }
  /** A reminder: the applicant reopened a sent application, but has not sent its correction. */
  correction_near: Titles & { closes: string }
  /**
   * `deadline` is an instant; null when the job has none. Older notifications do not have the minutes and
   * hours of `StoredChangeReason`.
   */
  deadline_moved: Unsent & { deadline: string | null; reason: string } & Partial<StoredChangeReason>
  closed_early: Unsent
  job_withdrawn: Unsent
  status_changed: Titles & { reference: string; status: Status; reason?: StoredReason; reserve?: Reserve }
  /** The applicant sent the correction of an application, as a new version. */
  application_corrected: Titles & { reference: string; version: number }
  application_withdrawn: Titles & { reference: string }
  application_restored: Titles & { reference: string }
  /** The selection did not take this person, and the application stays as it was. */
  selection_not_taken: Titles & { reference: string }
  /** `name` is the name of a document that the job asks for beside CV and cover letter. */
  document_refused: { document: DocumentKind; name?: string; problem: (typeof SCAN_PROBLEMS)[number] }
  /** A message that officers wrote to this person. */
  message: { subject: string; body: string }
  password_changed: Record<string, never>
  password_changed_by_code: Record<string, never>
  password_changed_by_question: Record<string, never>
  password_change_undone: Record<string, never>
  question_changed: Record<string, never>
  email_changed: Record<string, never>
  email_change_undone: Record<string, never>
  /** `name` is the name that the person gave the passkey. */
  passkey_added: { name: string }
  passkey_removed: { name: string }
  passkeys_ended: Record<string, never>
  /** Officers made or refused a correction of the account's data. Sent applications do not change. */
  correction_made: Record<string, never>
  correction_refused: Record<string, never>
  verification_sent: Record<string, never>
  /** What support opened again: the login, the security question, or both. */
  support_unlocked: { login: boolean; question: boolean }
  support_logged_out: Record<string, never>
  support_corrected_name: { name: string }
  /** A notification that was stored as a text, before kinds existed. */
  text: { text: string }
}
export type NotificationKind = keyof NotificationValues

type Sentences = { [K in NotificationKind]: (values: NotificationValues[K]) => string }

const SENTENCES: Sentences = {
  draft_started: ({ job }) => `You started an application for ${job}.`,
  application_received: ({ job, reference }) =>
    `We have received your application for ${job}. Your reference number is ${reference}.`,
  deadline_near: ({ job, closes }) =>
    `Your application for ${job} is not finished. It closes on ${weekdayAndDay(closes)}.`,
  correction_near: ({ job, closes }) =>
    `Your correction for ${job} is not sent yet. The job closes on ${weekdayAndDay(closes)}. What you sent before counts.`,
  deadline_moved: ({ job, correction, deadline, reason, down_minutes = null, measured_hours = null }) =>
    [
      correction
        ? `You can change your application for ${job} until ${longDeadline(deadline)}.`
        : `You can apply for ${job} until ${longDeadline(deadline)}.`,
      withFullStop(changeReason({ reason, down_minutes, measured_hours })),
      correction
        ? 'Your correction is not sent yet. What you sent before counts.'
        : 'Your application is not sent yet.',
    ]
      .filter(Boolean)
      .join(' '),
  closed_early: ({ job, correction }) =>
    correction
      ? `Applications for ${job} were closed early. Your correction was not sent. What you sent before counts.`
      : `Applications for ${job} were closed early. Your application was not sent.`,
  job_withdrawn: ({ job, correction }) =>
    correction
      ? `${job} was withdrawn. Your correction was not sent.`
      : `${job} was withdrawn. Your application was not sent.`,
  status_changed: ({ job, reference, status, reason, reserve }) =>
    [
      `Your application ${reference} for ${job} is now ${status}.`,
      reserve ? sayReserve(reserve) : '',
      sayReason(reason),
    ]
      .filter(Boolean)
      .join(' '),
  application_corrected: ({ job, reference, version }) =>
    `We have received version ${version} of your application ${reference} for ${job}. It replaces what you sent before.`,
  application_withdrawn: ({ job, reference }) => `You withdrew your application ${reference} for ${job}.`,
  application_restored: ({ job, reference }) =>
    `Support put your application ${reference} for ${job} back. It counts again.`,
  selection_not_taken: ({ job, reference }) =>
    `The selection for ${job} is published. It did not take your application ${reference}. Your page says why.`,
  document_refused: ({ document, name, problem }) =>
    `${name ?? documentName(document, {})}: ${DOCUMENT_WORDS[problem]}`,
  message: ({ subject, body }) => `${subject}\n${body}`,
  password_changed: () => 'Your password was changed.',
  password_changed_by_code: () =>
    'Your password was changed with a code that we emailed to you. Your security question was removed. Please set it again.',
  password_changed_by_question: () => 'Your password was changed with the answer to your security question.',
  password_change_undone: () =>
    'Your password change was undone: your old password works again, and your security question was removed.',
  question_changed: () => 'Your security question was changed.',
  email_changed: () => 'The email address of your account was changed.',
  email_change_undone: () =>
    'The change of your email was undone: the old address is back, and your security question was removed.',
  passkey_added: ({ name }) => `A passkey was added to your account: ${name}.`,
  passkey_removed: ({ name }) => `A passkey was removed from your account: ${name}.`,
  passkeys_ended: () =>
    'Your passkeys were removed, because your account was recovered without the password. Please add them again.',
  correction_made: () =>
    'The correction that you asked for is made. Applications you have sent do not change.',
  correction_refused: () => 'The correction that you asked for is not made. Open it to read why.',
  verification_sent: () => 'Support sent you a new email to verify your address.',
  support_unlocked: ({ login, question }) => {
    if (!login) return 'Support opened your security question again after wrong answers.'
    return question
      ? 'Support unlocked your account after failed attempts to log in, and opened your security question again after wrong answers.'
      : 'Support unlocked your account after failed attempts to log in.'
  },
  support_logged_out: () => 'Support ended your sessions: every device was logged out.',
  support_corrected_name: ({ name }) =>
    `Support corrected your name to ${name}. Applications you have sent keep the old name.`,
  text: ({ text }) => text,
}

/** The sentence for a kind from another version of the portal; also the default of the column `message`. */
const UNKNOWN_KIND = 'There is news for you. Open it to read more.'

/** The type parameter lets TypeScript check that the values belong to the kind. */
const sentenceOf = <K extends NotificationKind>(kind: K, values: NotificationValues[K]) =>
  SENTENCES[kind](values)
const isKind = (kind: string): kind is NotificationKind => Object.hasOwn(SENTENCES, kind)

/** The sentence of a stored notification. `values` are the values that its kind needs. */
export function notificationSentence(kind: string, values: NotificationValues[NotificationKind]): string {
  return isKind(kind) ? sentenceOf(kind, values) : UNKNOWN_KIND
}

/**
 * The values for a reader of pages in Kiswahili. `englishTitle` is the job's title when it has none in
 * Kiswahili: a page marks it as English.
 */
export function valuesInKiswahili<Values extends NotificationValues[NotificationKind]>(
  values: Values,
): { values: Values; englishTitle?: string } {
  if (!('job' in values)) return { values }
  return values.job_sw === undefined
    ? { values, englishTitle: values.job }
    : { values: { ...values, job: values.job_sw } }
}

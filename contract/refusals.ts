import { PAUSED_WORDS } from './last-hour/brownout.ts'
import { RESET, SECURITY, VERIFICATION_WORDS } from './accounts/words.ts'
import { LINE_WORDS } from './line/line.ts'
import { LOGIN_LOCK } from './accounts/limits.ts'
import { CAPTCHA } from './accounts/registration-rules.ts'
import { REFUSAL_WORDS } from './job-applications/sending-words.ts'
import { STAFF_WORDS } from './staff/words.ts'
import { TICKET_WORDS } from './tickets/tickets.ts'

/**
 * Every refusal: its name in code, its HTTP status, and the sentence that a person reads (A22). The server
 * names the refusal in its answer, and pages recognise it by `code`.
 */
export const REFUSALS = {
  unparseable: { status: 400, message: 'The request could not be read' },
  captcha_required: { status: 422, message: CAPTCHA.required },
  captcha_expired: { status: 422, message: CAPTCHA.expired },
  captcha_failed: { status: 422, message: CAPTCHA.failed },
  invalid: { status: 422, message: 'Some answers need your attention' },
  signed_out: { status: 401, message: 'Please log in again. Your session has ended.' },
  wrong_credentials: { status: 401, message: 'Wrong email or password' },
  not_verified: { status: 403, message: 'Please verify your email first. We sent you an email with a link.' },
  locked: {
    status: 429,
    message: `Too many failed attempts. Please wait ${LOGIN_LOCK.minutes} minutes, or reset your password.`,
  },
  forbidden: { status: 403, message: 'This is not allowed' },
  csrf: { status: 403, message: 'This page is out of date. Please reload it and try again.' },
  not_found: { status: 404, message: 'Not found' },
  job_not_found: { status: 404, message: 'This job does not exist' },
  account_not_found: { status: 404, message: SECURITY.notFound },
  account_exists: { status: 409, message: 'An account with this email or ID number already exists' },
  question_not_set: { status: 409, message: SECURITY.notSet },
  question_held: {
    status: 409,
    message:
      'Your password was changed with the security question less than 24 hours ago. You can change the question 24 hours after that.',
  },
  code_required: { status: 422, message: RESET.codeToo },
  question_closed: {
    status: 429,
    message: 'Too many wrong answers. Use an emailed code instead, or try again tomorrow.',
  },
  wrong_answer: { status: 422, message: 'The answer is not right' },
  wrong_code: { status: 422, message: 'The code is not right, or it has expired' },
  codes_closed: { status: 429, message: RESET.codesClosed },
  invitation_invalid: { status: 404, message: STAFF_WORDS.invitationInvalid },
  ticket_over: { status: 409, message: STAFF_WORDS.startAgain },
  second_person: { status: 409, message: STAFF_WORDS.secondPerson },
  link_invalid: { status: 404, message: VERIFICATION_WORDS.failed },
  job_closed: { status: 409, message: REFUSAL_WORDS.jobClosed },
  already_applied: { status: 409, message: REFUSAL_WORDS.alreadyApplied },
  submit_ticket_forged: { status: 409, message: TICKET_WORDS.forged },
  submit_ticket_other_account: { status: 409, message: TICKET_WORDS.otherAccount },
  submit_ticket_other_job: { status: 409, message: TICKET_WORDS.otherJob },
  submit_ticket_other_answers: { status: 409, message: TICKET_WORDS.otherAnswers },
  submit_ticket_other_file: { status: 409, message: TICKET_WORDS.otherFile },
  submit_ticket_future: { status: 409, message: TICKET_WORDS.future },
  files_missing: { status: 409, message: TICKET_WORDS.filesMissing },
  method_not_allowed: { status: 405, message: 'Method not allowed' },
  conflict: {
    status: 409,
    message: 'Someone changed this in the meantime. Please reload the page and try again.',
  },
  too_slow: { status: 408, message: 'The upload took too long. Please try again on a better network.' },
  too_large: { status: 413, message: 'This is too large to send at once' },
  wrong_type: { status: 415, message: 'Please send this as JSON' },
  wrong_host: { status: 421, message: 'This address is not served here' },
  too_many: { status: 429, message: 'Too many attempts. Please wait a moment and try again.' },
  failed: { status: 500, message: 'Something went wrong here. Nothing was lost. Please try again.' },
  no_room: {
    status: 503,
    message:
      'We cannot store new files right now. Please send this one later. You can save and submit everything else.',
  },
  line: { status: 503, message: LINE_WORDS.stand },
  paused: { status: 503, message: PAUSED_WORDS.extras },
  busy: { status: 503, message: 'Very many people are here at once. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

/** The sentence of the refusal `wrong_type`, for a call that takes files. */
export const WRONG_UPLOAD_TYPE = 'Please send the file in a form (multipart/form-data)'

/**
 * The sentence for a field whose value has the wrong type, such as a list instead of a text, when no rule of
 * the field has its own sentence.
 */
export const UNUSABLE_FIELD = 'This answer cannot be used. Please check it and send it again.'

export type RefusalKind = keyof typeof REFUSALS

/**
 * The body of every refusal. `message`, `error` and `detail` are equal, because pages read different ones
 * (A5). Each invalid field, and `non_field_errors`, has a list of sentences.
 */
export type RefusalBody = {
  code: RefusalKind
  message: string
  error: string
  detail: string
  non_field_errors?: string[]
  request_id?: string
  /**
   * The ticket for a submit that must be sent again: with it, the submit counts from `received_at`. With the
   * code `line`, this is the place in the line.
   */
  ticket?: string
  /** When the submit reached the server, in ISO 8601 and UTC. */
  received_at?: string
  [field: string]: string | string[] | undefined
}

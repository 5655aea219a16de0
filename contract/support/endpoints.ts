import * as z from 'zod/mini'
import { ageOn } from '../civil-dates.ts'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { SUPPORT } from './limits.ts'
import { normalisePhone } from '../normalise.ts'
import { referenceFromText } from '../job-applications/reference-numbers.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { FOUND_BY, type FoundBy, SUPPORT_WORDS } from './words.ts'
import { instant, text } from '../wire.ts'

// The calls with which officers find the account of an applicant who asks for help, and help with it.

/**
 * Whether a search text is a complete value. So no one can look through people by a part of a name or number.
 */
const isWhole: Record<FoundBy, (typed: string) => boolean> = {
  email: (typed) => /^\S[^\s@]*@\S+$/.test(typed),
  phone: (typed) => /^\+\d{10,15}$/.test(normalisePhone(typed)),
  idno: (typed) => /^[A-Za-z0-9]{5,30}$/.test(typed),
  reference: (typed) => referenceFromText(typed) !== undefined,
  name: (typed) => typed.split(/\s+/).filter((word) => word.length > 1).length > 1,
}

/** The field errors of a support search: it needs a complete value, and a name needs the date of birth. */
const searchErrors = ({
  by,
  text: typed,
  born,
}: {
  by: FoundBy
  text: string
  born: string
}): FieldErrors => ({
  ...(isWhole[by](typed.trim()) ? {} : { text: SUPPORT_WORDS.text[by] }),
  // `ageOn` is used here only to check that the date exists.
  ...(by !== 'name' || (ageOn(born.trim(), born.trim()) !== undefined && born.trim() >= '1900-01-01')
    ? {}
    : { born: SUPPORT_WORDS.born }),
})

/** A handle replaces a person's id in URLs, for an hour and for the officer whose search found them. */
const handle = z.string().check(z.maxLength(100))

const found = z.object({
  handle,
  name: z.string(),
  email: z.string(),
  county: z.string(),
  verified: z.boolean(),
})
export type FoundPerson = z.output<typeof found>

/**
 * The data of a person that support needs. None of the data gives access to the account. Support sees no
 * verdict that is hidden from the person.
 */
const person = z.object({
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  created_at: instant,
  verified_at: z.nullable(instant),
  /**
   * The lock of the login. `places` is the number of devices and networks that cannot log in. `everywhere`:
   * no device that is new to the account can log in. Null when no one is locked out.
   */
  locked: z.nullable(z.object({ until: instant, places: z.number(), everywhere: z.boolean() })),
  /** Until when wrong answers have closed the security question (C3); null when it is not closed. */
  question_closed_until: z.nullable(instant),
  sessions: z.object({ count: z.number(), since: z.nullable(instant) }),
  /** Emails to the person that are waiting or have failed. */
  letters: z.array(
    z.object({
      what: z.string(),
      state: z.enum(['waiting', 'failed']),
      /**
       * When the email was queued. Null for an email about an application that this officer may review,
       * because the time would reveal which.
       */
      at: z.nullable(instant),
      attempts: z.number(),
      error: z.string(),
    }),
  ),
  applications: z.array(
    z.object({
      /**
       * The application's reference and time. They are null where this officer may review the job, because
       * they would reveal the application (T32).
       */
      reference: z.nullable(z.string()),
      submitted_at: z.nullable(instant),
      /** Whether the application was submitted. It is true even where the time is hidden. */
      sent: z.boolean(),
      /** True when this officer may review applications, so that reference and time are hidden. */
      may_review: z.boolean(),
      job: z.object({ reference: z.string(), title: z.string() }),
      status: z.string(),
      /** True for a withdrawn application that support can still restore. */
      may_restore: z.boolean(),
    }),
  ),
  /** Corrections of names that support made alone, before two officers decided on each correction (A26). */
  corrections: z.array(
    z.object({
      id: z.number(),
      at: instant,
      by: z.string(),
      reason: z.string(),
      from: z.string(),
      to: z.string(),
    }),
  ),
})
export type HelpedPerson = z.output<typeof person>

/** The method is POST, so that the search text is in no URL and in no log of URLs. */
const staffFindPerson = endpoint({
  method: 'POST',
  path: '/api/staff/support/search/',
  summary: 'Staff: finds an applicant by an exact value. The search is logged without that value.',
  allowedFor: 'staff',
  right: 'support.help',
  rateLimit: 'write',
  loadClass: 'staff',
  body: z.object({
    by: z._default(z.enum(FOUND_BY, { error: SUPPORT_WORDS.by }), 'email'),
    text: text(254),
    /** The person's date of birth; only with a name. */
    born: text(10),
  }),
  fieldErrors: searchErrors,
  reply: z.object({ found: z.array(found), more: z.boolean() }),
})

const staffHelpedPerson = endpoint({
  method: 'GET',
  path: '/api/staff/support/people/{handle}/',
  summary:
    'Staff: the account of an applicant whom this officer’s search found. Access is logged and counted.',
  allowedFor: 'staff',
  right: 'support.help',
  audit: { entryPerCall: 'support.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ handle }),
  reply: person,
})

/** The common settings of the calls that help a person. Each returns the person's data after the change. */
const helping = {
  allowedFor: 'staff',
  right: 'support.help',
  rateLimit: 'write',
  loadClass: 'staff',
  method: 'POST',
  params: z.object({ handle }),
  reply: person,
} as const
const reason = text(SUPPORT.maxReason)
const reasonErrors = (input: { reason: string }): FieldErrors =>
  input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }

const staffResendVerification = endpoint({
  ...helping,
  path: '/api/staff/support/people/{handle}/verification/',
  summary: 'Staff: sends the verification email again, at most three in an hour',
  body: z.object({ reason }),
  fieldErrors: reasonErrors,
})

const staffLiftLock = endpoint({
  ...helping,
  path: '/api/staff/support/people/{handle}/unlock/',
  summary: 'Staff: unlocks an account after failed logins, and its security question after wrong answers',
  body: z.object({ reason }),
  fieldErrors: reasonErrors,
})

const staffEndSessions = endpoint({
  ...helping,
  path: '/api/staff/support/people/{handle}/log-out/',
  summary: 'Staff: ends every session of a person',
  body: z.object({ reason }),
  fieldErrors: reasonErrors,
})

const staffRestoreApplication = endpoint({
  ...helping,
  path: '/api/staff/support/people/{handle}/restore/',
  summary: 'Staff: puts back the application for a job that a person withdrew within a day',
  body: z.object({ job_reference: text(40), reason }),
  fieldErrors: reasonErrors,
})

export const supportEndpoints = {
  'POST /api/staff/support/search/': staffFindPerson,
  'GET /api/staff/support/people/{handle}/': staffHelpedPerson,
  'POST /api/staff/support/people/{handle}/verification/': staffResendVerification,
  'POST /api/staff/support/people/{handle}/unlock/': staffLiftLock,
  'POST /api/staff/support/people/{handle}/log-out/': staffEndSessions,
  'POST /api/staff/support/people/{handle}/restore/': staffRestoreApplication,
}

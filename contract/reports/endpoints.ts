import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { REPORTED_AT_ONCE } from './validation-statistics.ts'
import { count, id, instant, text } from '../wire.ts'

// The calls for the reports of officers, and the call with which pages count the field errors that people
// saw.

const hour = z.object({
  /** The start of the counted hour. */
  at: instant,
  /** The applications that were submitted, and the drafts that were started. */
  sent: z.number(),
  begun: z.number(),
})

/**
 * A number of people. It is null (hidden) where it could identify a person. `fewer` is true when it is hidden
 * because it is under `REPORTS.smallestShownCount`.
 */
const cell = z.object({ count: z.nullable(z.number()), fewer: z.boolean() })

/** The stages for which applications are counted. A count includes applications that are at a later stage. */
export const SUMMED_STAGES = ['received', 'shortlisted', 'hired'] as const
export type SummedStage = (typeof SUMMED_STAGES)[number]

const validationCount = z.object({
  /** Where the error was shown: the page or the call, in words. */
  place: z.string(),
  field: z.string(),
  /**
   * The error as a sentence of the contract, with `…` for a number or a name; empty for an unknown sentence.
   */
  message: z.string(),
  /** How often the error was shown today, and in the last seven days with today. */
  today: z.number(),
  week: z.number(),
})
export type ValidationCount = z.output<typeof validationCount>

const emailsNow = z.object({
  waiting: z.number(),
  /** When the oldest of the waiting emails was queued. */
  oldest: z.nullable(instant),
  failed: z.number(),
})
const documentsNow = z.object({
  /** The number of documents not yet scanned. `REPORTS.countedExactlyUpTo` means that many or more. */
  unscanned: z.number(),
  /** False when the portal has no virus scanner. */
  scanner: z.boolean(),
})

/** The report on the officers' start page. It reveals nothing about a single application. */
const staffNow = endpoint({
  method: 'GET',
  path: '/api/staff/now/',
  summary: 'Staff: the state of the portal now, in a few numbers',
  allowedFor: 'staff',
  right: 'reports.read',
  audit: { entryPer15Minutes: 'figures.now_looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  // `letters` is the reply's older name for emails.
  reply: z.object({ at: instant, sent_last_hour: z.number(), letters: emailsNow, documents: documentsNow }),
})

const staffPortalReports = endpoint({
  method: 'GET',
  path: '/api/staff/reports/',
  summary:
    'Staff: reports about the whole portal: open jobs, emails that wait or failed, and the field errors that people saw',
  allowedFor: 'staff',
  right: 'reports.read',
  audit: { entryPer15Minutes: 'figures.looked_at' },
  rateLimit: 'read',
  loadClass: 'extra',
  reply: z.object({
    at: instant,
    /** The applications of all jobs that were sent in the last hour, also of jobs that are not listed. */
    sent_last_hour: z.optional(z.number()),
    /** The jobs that are open, or closed within the last day. The earliest deadline is first. */
    jobs: z.array(
      z.object({
        id: z.number(),
        reference: z.string(),
        title: z.string(),
        expiry_date: z.nullable(instant),
        sent_last_hour: z.number(),
        sent_last_day: z.number(),
      }),
    ),
    waiting: z.array(
      z.object({
        topic: z.string(),
        words: z.string(),
        count: z.number(),
        oldest: instant,
        /** How many of the waiting emails have failed before and wait for another attempt. */
        put_off: z.number(),
      }),
    ),
    /** Emails that all mail servers refused. */
    dead: z.array(
      z.object({
        topic: z.string(),
        words: z.string(),
        /** Why the email failed: a number or a code of the mail server, never its text. */
        error: z.string(),
        count: z.number(),
        first: instant,
        last: instant,
        /** False when it is useless to send the email later. */
        may_retry: z.boolean(),
      }),
    ),
    documents: documentsNow,
    /** Submitted applications without facts, so that tables do not show them yet. */
    unsorted: z.number(),
    /** The field errors that people saw most often. */
    faults: z.array(validationCount),
    /**
     * The machines seen within the last day. Absent when a machine with an older version answers, as during
     * an upgrade.
     */
    machines: z.optional(
      z.array(z.object({ name: z.string(), version: z.string(), processes: z.number(), seen_at: instant })),
    ),
  }),
})

/** For each stage, how many applications of a county or constituency are at it or at a later one. */
const place = z.object({
  code: z.number(),
  name: z.string(),
  received: z.number(),
  shortlisted: z.number(),
  hired: z.number(),
})
export type PlaceSums = z.output<typeof place>

/** For each stage: the number of all people, the counts of its groups, and a sentence about them. */
const sums = <const Names extends Record<string, typeof cell>>(cells: Names) =>
  z.array(z.object({ stage: z.enum(SUMMED_STAGES), whole: z.number(), ...cells, words: z.string() }))

const staffJobReports = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/reports/',
  summary:
    'Staff: reports about a job: by hour, place, gender and disability, unfinished applications and field errors; access is logged',
  allowedFor: 'staff',
  right: 'reports.read',
  audit: { entryPer15Minutes: 'figures.looked_at', idIsJob: true },
  rateLimit: 'read',
  loadClass: 'extra',
  params: z.object({ id }),
  reply: z.object({
    at: instant,
    job: z.object({
      id: z.number(),
      reference: z.string(),
      title: z.string(),
      vacancies: z.nullable(z.number()),
      expiry_date: z.nullable(instant),
    }),
    sent: z.number(),
    /** The last 48 complete hours and the current hour, without gaps. */
    hours: z.array(hour),
    /** The days in Nairobi since the first draft, without gaps. A long recruitment has only the last days. */
    days: z.array(z.object({ day: z.string(), sent: z.number(), begun: z.number() })),
    /** Most received first. */
    counties: z.array(z.object({ ...place.shape, constituencies: z.array(place) })),
    gender: sums({ women: cell, men: cell, others: cell }),
    disability: sums({ with: cell, without: cell }),
    /** How many submitted applications the counts of gender and disability do not include yet. */
    left_out: z.number(),
    unfinished: z.object({
      count: z.number(),
      /** The last step of the form in which people wrote, 1 to 5; 0 when nothing is written yet. */
      steps: z.array(z.object({ step: z.number(), count: z.number() })),
    }),
    /** Only emails about this job. The portal's general report has those about an account or several jobs. */
    letters: emailsNow,
    faults: z.array(validationCount),
  }),
})

const staffRetryEmails = endpoint({
  method: 'POST',
  path: '/api/staff/emails/retry/',
  summary: 'Staff: sends failed emails of one kind again; logged',
  allowedFor: 'staff',
  right: 'emails.retry',
  rateLimit: 'write',
  loadClass: 'staff',
  // `failure` is the `error` in the report: only emails with this error are sent again.
  body: z.object({ topic: text(100), failure: text(100) }),
  // One call sends at most `REPORTS.maxEmailsRetried` emails again; `left` is the number of the others.
  reply: z.object({ retried: z.number(), left: z.number() }),
})

/** The pages that report the field errors that they show. */
const FIELD_ERROR_PAGES = ['apply', 'register', 'profile'] as const
export type FieldErrorPage = (typeof FIELD_ERROR_PAGES)[number]

/**
 * Counts field errors that a page showed before it sent anything. So the commission sees where people stop.
 * No person is stored, and an unknown sentence is counted without its text.
 */
const reportFieldErrors = endpoint({
  method: 'POST',
  path: '/api/validation-statistics/',
  summary: 'Counts the field errors that a form showed, without anything that was typed',
  allowedFor: 'anyone',
  rateLimit: 'write',
  loadClass: 'public',
  body: z.object({
    place: z.enum(FIELD_ERROR_PAGES),
    /** Absent or 0 when the page is about no job. */
    job_id: count,
    faults: z.array(z.object({ field: text(60), message: text(500) })).check(z.maxLength(REPORTED_AT_ONCE)),
  }),
  reply: z.object({ counted: z.number() }),
})

export const reportEndpoints = {
  'GET /api/staff/now/': staffNow,
  'GET /api/staff/reports/': staffPortalReports,
  'GET /api/staff/jobs/{id}/reports/': staffJobReports,
  'POST /api/staff/emails/retry/': staffRetryEmails,
  'POST /api/validation-statistics/': reportFieldErrors,
}

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { REPORTED_AT_ONCE } from './validation-statistics.ts'
import { count, id, instant, text } from '../wire.ts'

// The calls for the reports of officers, and the call with which pages count the field errors that people
// saw.

const hour = z.object({
  /** The start of the hour. */
  at: instant,
  /** Applications submitted, and drafts started. */
  sent: z.number(),
  begun: z.number(),
})
export type ReportsHour = z.output<typeof hour>
/**
 * A number of people. It is hidden (null) where it could identify someone; `fewer`: because it is under five.
 */
const cell = z.object({ count: z.nullable(z.number()), fewer: z.boolean() })

/** The stages that are counted. Each count includes applications that have gone further. */
export const SUMMED = ['received', 'shortlisted', 'hired'] as const
export type Summed = (typeof SUMMED)[number]
export const SUMMED_WORDS: Record<Summed, string> = {
  received: 'Received',
  shortlisted: 'Shortlisted or further',
  hired: 'Hired',
}

const validationCount = z.object({
  /** Where the error was shown, in words: a page, or a call. */
  place: z.string(),
  field: z.string(),
  /** A sentence of the contract, with `…` for a number or a name; empty for an unknown sentence. */
  message: z.string(),
  today: z.number(),
  week: z.number(),
})
export type ValidationCount = z.output<typeof validationCount>

const emailsNow = z.object({
  waiting: z.number(),
  /** When the oldest waiting email was queued. */
  oldest: z.nullable(instant),
  failed: z.number(),
})
const documentsNow = z.object({
  /** Documents not scanned yet; `REPORTS.countedExactlyUpTo` means that many or more. */
  unscanned: z.number(),
  /** False when the portal has no scanner. */
  scanner: z.boolean(),
})

/** For the start page of officers. Reveals nothing about any single application. */
const staffNow = endpoint({
  method: 'GET',
  path: '/api/staff/now/',
  summary: 'Staff: the state of the portal now, in a few numbers',
  allowedFor: 'staff',
  right: 'figures.read',
  audit: { entryPer15Minutes: 'figures.now_looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  reply: z.object({ at: instant, sent_last_hour: z.number(), letters: emailsNow, documents: documentsNow }),
})

const staffPortalReports = endpoint({
  method: 'GET',
  path: '/api/staff/reports/',
  summary:
    'Staff: reports about the whole portal: open jobs, emails that wait or failed, and the field errors that people saw',
  allowedFor: 'staff',
  right: 'figures.read',
  audit: { entryPer15Minutes: 'figures.looked_at' },
  rateLimit: 'read',
  loadClass: 'extra',
  reply: z.object({
    at: instant,
    /** The open jobs that close first. */
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
        /** How many of these were tried without success and wait for the next try. */
        put_off: z.number(),
      }),
    ),
    /** Emails that every mail server refused. */
    dead: z.array(
      z.object({
        topic: z.string(),
        words: z.string(),
        /** A number or a code of the mail server, never its text. */
        error: z.string(),
        count: z.number(),
        first: instant,
        last: instant,
        /** False when sending the email later is useless. */
        may_retry: z.boolean(),
      }),
    ),
    documents: documentsNow,
    /** Submitted applications whose facts are not derived yet, so that tables do not show them. */
    unsorted: z.number(),
    /** The field errors that people saw most. */
    faults: z.array(validationCount),
    /**
     * The machines that were seen within a day. Absent when a machine with the version before answers, as may
     * happen during an upgrade.
     */
    machines: z.optional(
      z.array(z.object({ name: z.string(), version: z.string(), processes: z.number(), seen_at: instant })),
    ),
  }),
})

/** The applications of a county or constituency at each stage, or further. */
const place = z.object({
  code: z.number(),
  name: z.string(),
  received: z.number(),
  shortlisted: z.number(),
  hired: z.number(),
})
export type PlaceSums = z.output<typeof place>

/** Sums by stage: the size of the whole, its cells, and a sentence about them. */
const sums = <const Names extends Record<string, typeof cell>>(cells: Names) =>
  z.array(z.object({ stage: z.enum(SUMMED), whole: z.number(), ...cells, words: z.string() }))

const staffJobReports = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/reports/',
  summary:
    'Staff: reports about a job: by hour, place, gender and disability, unfinished applications and field errors; access is logged',
  allowedFor: 'staff',
  right: 'figures.read',
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
    /** The last 48 whole hours and the current one, without gaps. */
    hours: z.array(hour),
    /** Days in Nairobi since the first draft, without gaps; only the last ones of a long recruitment. */
    days: z.array(z.object({ day: z.string(), sent: z.number(), begun: z.number() })),
    /** Most received first. */
    counties: z.array(z.object({ ...place.shape, constituencies: z.array(place) })),
    gender: sums({ women: cell, men: cell, others: cell }),
    disability: sums({ with: cell, without: cell }),
    /** Submitted applications that the sums of gender and disability do not include yet. */
    left_out: z.number(),
    unfinished: z.object({
      count: z.number(),
      /** 1 to 5; 0 when nothing is written yet. */
      steps: z.array(z.object({ step: z.number(), count: z.number() })),
    }),
    /**
     * Emails about this job only. The portal's reports show emails about an account, or about several jobs.
     */
    letters: emailsNow,
    faults: z.array(validationCount),
  }),
})

const staffRetryEmails = endpoint({
  method: 'POST',
  path: '/api/staff/emails/retry/',
  summary: 'Staff: sends failed emails of one kind again; logged',
  allowedFor: 'staff',
  right: 'letters.retry',
  rateLimit: 'write',
  loadClass: 'staff',
  // `failure` is the `error` of the report, so that only emails with this error are sent again.
  body: z.object({ topic: text(100), failure: text(100) }),
  // One call sends at most `REPORTS.maxEmailsRetried` again; `left` counts the others.
  reply: z.object({ retried: z.number(), left: z.number() }),
})

export const VALIDATION_PLACES = ['apply', 'register', 'profile'] as const
export type ValidationPlace = (typeof VALIDATION_PLACES)[number]

/**
 * Counts field errors that a page showed before anything was sent, so that the form's makers see where people
 * stop. No person is stored. An unknown sentence is counted without its text.
 */
const reportFieldErrors = endpoint({
  method: 'POST',
  path: '/api/validation-statistics/',
  summary: 'Counts the field errors that a form showed, without anything that was typed',
  allowedFor: 'anyone',
  rateLimit: 'write',
  loadClass: 'public',
  body: z.object({
    place: z.enum(VALIDATION_PLACES),
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

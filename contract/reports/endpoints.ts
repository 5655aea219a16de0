import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { REPORTED_AT_ONCE } from './validation-statistics.ts'
import { count, id, instant, text } from '../wire.ts'

const hour = z.object({
  /** When it began. */
  at: instant,
  sent: z.number(),
  begun: z.number(),
})
export type ReportsHour = z.output<typeof hour>
const cell = z.object({ count: z.nullable(z.number()), fewer: z.boolean() })

/** Where in the recruitment; each holds those who went further. */
export const SUMMED = ['received', 'shortlisted', 'hired'] as const
export type Summed = (typeof SUMMED)[number]
export const SUMMED_WORDS: Record<Summed, string> = { received: 'Received', shortlisted: 'Shortlisted or further', hired: 'Hired' }

const met = z.object({
  /** The call that was refused, or the page that said it, in words. */
  place: z.string(),
  field: z.string(),
  /** A sentence of the contract, with `…` where a number stood; empty for one that is in no list. */
  message: z.string(),
  today: z.number(),
  week: z.number(),
})
export type ValidationCount = z.output<typeof met>

const lettersNow = z.object({
  waiting: z.number(),
  /** Since when the one that waits longest was promised. */
  oldest: z.nullable(instant),
  failed: z.number(),
})
const documentsNow = z.object({
  /** Not looked at by the scanner; at most `REPORTS.most`, and then there are more. */
  unscanned: z.number(),
  /** Whether there is a scanner at all. */
  scanner: z.boolean(),
})

/** Of the start page: says nothing of any application. */
export const staffNow = endpoint({
  method: 'GET',
  path: '/api/staff/now/',
  summary: 'Staff: how the portal stands at this moment, in a few numbers',
  for: 'staff',
  right: 'figures.read',
  look: { act: 'figures.now_looked_at' },
  limit: 'read',
  class: 'staff',
  reply: z.object({ at: instant, sent_last_hour: z.number(), letters: lettersNow, documents: documentsNow }),
})

export const staffPortalReports = endpoint({
  method: 'GET',
  path: '/api/staff/figures/',
  summary: 'Staff: the whole portal in sums: jobs that are open, letters that wait or were not taken, what people are stopped by',
  for: 'staff',
  right: 'figures.read',
  look: { act: 'figures.looked_at' },
  limit: 'read',
  class: 'extra',
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
        /** Of these: tried already, and put off. */
        put_off: z.number(),
      }),
    ),
    dead: z.array(
      z.object({
        topic: z.string(),
        words: z.string(),
        /** A number or a code of the mail server, never its words. */
        error: z.string(),
        count: z.number(),
        first: instant,
        last: instant,
        /** Whether it still makes sense to send them. */
        may_retry: z.boolean(),
      }),
    ),
    documents: documentsNow,
    /** Applications that were sent and are not in the tables of officers yet. */
    unsorted: z.number(),
    faults: z.array(met),
  }),
})

/** How many of a county or constituency are at each stage, or further. */
const place = z.object({ code: z.number(), name: z.string(), received: z.number(), shortlisted: z.number(), hired: z.number() })
export type PlaceSums = z.output<typeof place>

const sums = <const Names extends Record<string, typeof cell>>(cells: Names) =>
  z.array(z.object({ stage: z.enum(SUMMED), whole: z.number(), ...cells, words: z.string() }))

export const staffJobReports = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/figures/',
  summary: 'Staff: a job in sums: by hour, place, gender and disability, what is not finished and what people are stopped by; the look is logged',
  for: 'staff',
  right: 'figures.read',
  look: { act: 'figures.looked_at', job: true },
  limit: 'read',
  class: 'extra',
  params: z.object({ id }),
  reply: z.object({
    at: instant,
    job: z.object({ id: z.number(), reference: z.string(), title: z.string(), vacancies: z.nullable(z.number()), expiry_date: z.nullable(instant) }),
    sent: z.number(),
    /** The last 48 whole hours and the one that runs, without gaps. */
    hours: z.array(hour),
    /** Days in Nairobi since the first draft, without gaps; of a long recruitment the last. */
    days: z.array(z.object({ day: z.string(), sent: z.number(), begun: z.number() })),
    /** Those with the most received first. */
    counties: z.array(z.object({ ...place.shape, constituencies: z.array(place) })),
    gender: sums({ women: cell, men: cell, others: cell }),
    disability: sums({ with: cell, without: cell }),
    /** Sent applications that are not in the sums of gender and disability yet. */
    left_out: z.number(),
    unfinished: z.object({
      count: z.number(),
      /** 1 to 5; 0 where nothing was written yet. */
      steps: z.array(z.object({ step: z.number(), count: z.number() })),
    }),
    /** About this job; letters about an account, or about several jobs, stand in the figures of the portal. */
    letters: lettersNow,
    faults: z.array(met),
  }),
})

export const staffRetryEmails = endpoint({
  method: 'POST',
  path: '/api/staff/letters/retry/',
  summary: 'Staff: has letters of one kind sent again that no mail server took; logged',
  for: 'staff',
  right: 'letters.retry',
  limit: 'write',
  class: 'staff',
  body: z.object({ topic: text(100), failure: text(100) }),
  reply: z.object({ retried: z.number(), left: z.number() }),
})

export const VALIDATION_PLACES = ['apply', 'register', 'profile'] as const
export type ValidationPlace = (typeof VALIDATION_PLACES)[number]

/**
 * What a page told somebody before anything was sent, so that those who make the form see where people stop. Counted, with nobody's
 * name; a sentence that the portal does not know is counted without its words.
 */
export const reportFieldErrors = endpoint({
  method: 'POST',
  path: '/api/faults-met/',
  summary: 'Counts the sentences a form showed, without anything that was typed',
  for: 'anyone',
  limit: 'write',
  class: 'public',
  body: z.object({
    place: z.enum(VALIDATION_PLACES),
    job_id: count,
    faults: z.array(z.object({ field: text(60), message: text(500) })).check(z.maxLength(REPORTED_AT_ONCE)),
  }),
  reply: z.object({ counted: z.number() }),
})

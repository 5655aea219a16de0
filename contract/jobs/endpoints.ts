import * as z from 'zod/mini'
import { NAMED_KINDS } from '../documents/documents.ts'
import { endpoint } from '../endpoint.ts'
import { DOCUMENTS_REQUESTED, JOB_TYPE_CODES } from './words.ts'
import { JOB_TYPES_CACHE_MS, JOBS } from './limits.ts'
import { readersLanguage, textsInKiswahili } from './texts.ts'
import { REFERENCE_DATA } from '../reference-data/limits.ts'
import { id, instant, text } from '../wire.ts'

// The calls about jobs that everyone may make. Caches store a reply for `publicCacheSeconds`.

const jobType = z.object({
  id,
  name: z.string(),
  code: z.enum(JOB_TYPE_CODES),
  is_active: z.boolean(),
})

/**
 * Two values are sent under two names: `expiry_date` is also `application_deadline`, `job_type_name` is also
 * `type` (J2).
 */
export const job = z.object({
  id: z.number(),
  reference: z.string(),
  title: z.string(),
  department: z.string(),
  /** Sanitised HTML (J12). */
  description: z.string(),
  /** The requirements of the job, as sanitised HTML. */
  qualification: z.string(),
  /** The job's description as plain text, cut after 100 characters (S1 §2). */
  preview: z.string(),
  location: z.string(),
  job_type_id: z.number(),
  job_type_name: z.string(),
  type: z.string(),
  job_type_code: z.enum(JOB_TYPE_CODES),
  category: z.nullable(z.string()),
  vacancies: z.nullable(z.number()),
  terms: z.nullable(z.string()),
  remuneration: z.nullable(z.string()),
  is_active: z.boolean(),
  is_expired: z.boolean(),
  expiry_date: z.nullable(instant),
  application_deadline: z.nullable(instant),
  created_at: instant,
  updated_at: instant,
  in_kiswahili: textsInKiswahili,
})
export type Job = z.output<typeof job>

/** A job with what it requires of its applicants (W1, W5, W6, A18, J9). */
const jobInFull = z.extend(job, {
  experience_required: z.boolean(),
  min_referees: z.number(),
  documents: z.enum(DOCUMENTS_REQUESTED),
  /** The documents that the job asks for besides CV and cover letter, in the order of the form. */
  wanted_documents: z.array(z.object({ kind: z.enum(NAMED_KINDS), name: z.string(), required: z.boolean() })),
  /** The youngest age of an applicant, in whole years on the closing date. */
  min_age: z.nullable(z.number()),
  /** When the published job was last changed, and why; null when it was not. */
  changed_at: z.nullable(instant),
  change_reason: z.nullable(z.string()),
  /** The latest changes of the published job, newest first. */
  changes: z.array(z.object({ at: instant, reason: z.string() })),
  /**
   * For each county, how many areas or centres of the job it has, by county name. Empty for a job that has
   * them in only one county, or has none.
   */
  counties: z.array(z.object({ code: z.number(), name: z.string(), places: z.number() })),
  /** Present only for a job whose published rule selects people. Its applicants see their points. */
  by_rule: z.optional(z.boolean()),
  /**
   * Sentences about the rule that moves the deadline when the portal was down. Empty for a job without such a
   * rule.
   */
  extension_rule: z.array(z.string()),
  /**
   * When the deadline was last moved, and why. `from` is the deadline before, if there was one.
   * `down_minutes` is null when officers had another reason.
   */
  extended: z.nullable(
    z.object({
      at: instant,
      from: z.nullable(instant),
      reason: z.string(),
      down_minutes: z.nullable(z.number()),
    }),
  ),
})
export type JobInFull = z.output<typeof jobInFull>

/** A job in the list. With a token, it has the caller's own application for the job (L9). */
const listedJob = z.extend(job, {
  application: z.optional(
    z.object({ exists: z.boolean(), is_completed: z.boolean(), application_id: z.nullable(z.number()) }),
  ),
  /**
   * A sentence about the job's posts in the area where the caller lives. Only with a token, and when the call
   * asks for one page of the list.
   */
  near_you: z.optional(z.string()),
})

// A whole number from 1 to `max`; a larger one becomes `max`. Undefined when absent. Any other value becomes
// `otherwise`, because a wrong filter must not cause an error.
const positive = (max: number, otherwise: number) =>
  z.pipe(
    z.optional(z.unknown()),
    z.transform((value: unknown) => {
      if (value === undefined || value === '') return undefined
      const number = Number(value)
      return Number.isInteger(number) && number >= 1 ? Math.min(number, max) : otherwise
    }),
  )

/** The text of a filter. An invalid text becomes ''. */
const filter = (max: number) => z.catch(text(max).check(z.trim()), '')

/**
 * The filters of the job list (S1 §5). An invalid filter is ignored. Filters with the same meaning are parsed
 * to the same value, which is the key of the response cache.
 */
export const jobFilters = z.object({
  search: filter(100),
  job_type: filter(REFERENCE_DATA.maxName),
  location: filter(100),
  category: filter(60),
  /** With '', the jobs that close soonest come first. */
  sort: z._default(z.catch(z.enum(['', 'closing', 'newest', 'posts']), ''), ''),
  include_expired: z.pipe(
    filter(10),
    z.transform((value: string) => (value === '1' ? '1' : '')),
  ),
  page: positive(1_000_000, 1),
  page_size: positive(JOBS.maxPageSize, JOBS.pageSize),
  language: readersLanguage,
})
export type JobFilters = z.output<typeof jobFilters>

/** Whether a call asks for one page of the list, and not for every open job (J2). */
export const asksForPage = ({ page, page_size, search, job_type, location, sort }: JobFilters) =>
  [page, page_size, search, job_type, location, sort].some(Boolean)

const widerFilters = z.omit(jobFilters, { page: true, page_size: true })
export type WiderFilters = z.output<typeof widerFilters>

const listJobs = endpoint({
  method: 'GET',
  path: '/api/jobs/list/',
  summary: 'All open jobs, or one page of them with page, page_size, search, job_type, location or sort',
  allowedFor: 'anyone',
  rateLimit: 'read',
  searches: 'search',
  loadClass: 'public',
  query: jobFilters,
  reply: z.object({
    count: z.number(),
    /** The addresses of the next and the previous page of the list. */
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    /** The number of this page, and of all pages; without paging, both are 1. */
    page: z.number(),
    pages: z.number(),
    /** Why the portal ignored `search`: it is very busy. */
    search_paused: z.optional(z.string()),
    /** The county in which the caller lives. Only with a token, and when the call asks for one page. */
    your_county: z.optional(z.string()),
    results: z.array(listedJob),
  }),
  publicCacheSeconds: 30,
  ownWithToken: true,
})

/** More jobs that may fit the search, shown below the list. The list itself is as the specification says. */
const listWiderJobs = endpoint({
  method: 'GET',
  path: '/api/jobs/wider/',
  summary:
    'A wider search than the list of jobs. It finds words in any order, reference numbers and locations, also by-election areas and Huduma Centres.',
  allowedFor: 'anyone',
  rateLimit: 'read',
  searches: 'search',
  loadClass: 'public',
  query: widerFilters,
  reply: z.object({
    /** The areas and centres, in the searched location, where these jobs have posts. */
    places: z.array(z.string()),
    search_paused: z.optional(z.string()),
    /** The first few of them. */
    results: z.array(job),
  }),
  publicCacheSeconds: 30,
})

const getJob = endpoint({
  method: 'GET',
  path: '/api/jobs/{id}/',
  summary: 'One job, expired or not',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'save',
  params: z.object({ id }),
  query: z.object({ language: readersLanguage }),
  reply: jobInFull,
  publicCacheSeconds: 30,
})

const listJobTypes = endpoint({
  method: 'GET',
  path: '/api/job-types/',
  summary: 'Job types',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  reply: z.array(jobType),
  publicCacheSeconds: JOB_TYPES_CACHE_MS / 1_000,
})

const getJobType = endpoint({
  method: 'GET',
  path: '/api/job-types/{id}/',
  summary: 'One job type',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  params: z.object({ id }),
  reply: jobType,
  publicCacheSeconds: JOB_TYPES_CACHE_MS / 1_000,
})

/**
 * The counts on the home page, of everything open now. `notices` are jobs, and each has one or more `posts`.
 */
const getJobCounts = endpoint({
  method: 'GET',
  path: '/api/jobs/counts/',
  summary: 'What is open: jobs, posts, the next deadline and the popular categories',
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  reply: z.object({
    notices: z.number(),
    posts: z.number(),
    next_deadline: z.nullable(instant),
    categories: z.array(z.object({ name: z.string(), notices: z.number(), posts: z.number() })),
  }),
  publicCacheSeconds: 30,
})

export const jobEndpoints = {
  'GET /api/jobs/list/': listJobs,
  'GET /api/jobs/wider/': listWiderJobs,
  'GET /api/jobs/counts/': getJobCounts,
  'GET /api/jobs/{id}/': getJob,
  'GET /api/job-types/': listJobTypes,
  'GET /api/job-types/{id}/': getJobType,
}

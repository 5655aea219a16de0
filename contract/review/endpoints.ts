import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { REVIEW } from './limits.ts'
import { applicationFilter, SORTS } from './filter.ts'
import { reviewRow } from './review-row.ts'
import { STAGES } from './stages.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { id, instant, message, text } from '../wire.ts'

// The calls of the table in which officers review a job's applications, and of its saved filters.

const staffApplications = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/applications/',
  summary: 'Staff: one page of the matching applications of a job, and their exact number. Access is logged.',
  allowedFor: 'staff',
  right: 'applications.read',
  audit: { entryPerCall: 'applications.listed' },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  query: z.object({
    ...applicationFilter,
    sort: z.catch(z.optional(z.enum(SORTS)), undefined),
    /** Reverses the order. */
    down: z.catch(z.optional(z.literal('1')), undefined),
    /** The `next` or `previous` of a reply: it selects the page after or before. */
    after: text(200),
    before: text(200),
  }),
  reply: z.object({
    count: z.number(),
    rows: z.array(reviewRow),
    next: z.nullable(z.string()),
    previous: z.nullable(z.string()),
    /** True while identities are hidden from this officer, except in rows whose list has taken effect. */
    blind: z.boolean(),
    /** Until when this officer may see hidden identities; null when the officer may not. */
    lifted_until: z.nullable(instant),
  }),
})

const place = { code: z.number(), name: z.string(), count: z.number() }

/**
 * The values above the table: the choices of the filter, and the progress of the work. They do not depend on
 * the filter.
 */
const staffReview = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/review/',
  summary: 'Staff: the filters of a job, its applications by stage, and this officer’s saved views',
  allowedFor: 'staff',
  right: 'applications.read',
  audit: { entryPerCall: 'review.opened' },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: z.object({
    job: z.object({
      id: z.number(),
      reference: z.string(),
      title: z.string(),
      type_code: z.string(),
      vacancies: z.nullable(z.number()),
      expiry_date: z.nullable(instant),
      min_age: z.nullable(z.number()),
    }),
    stages: z.record(z.enum(STAGES), z.number()),
    /** Applications that this officer has not opened, and those that no officer has opened. */
    unread: z.object({ me: z.number(), anyone: z.number() }),
    /**
     * Counties that have applications, their constituencies, and the counts. An officer limited to areas sees
     * only those areas.
     */
    places: z.array(z.object({ ...place, constituencies: z.array(z.object(place)) })),
    levels: z.array(z.object({ rank: z.number(), name: z.string() })),
    /** The areas or centres that the job offers; only for a job that has them. */
    areas: z.array(z.object({ id: z.number(), name: z.string() })),
    views: z.array(z.object({ id: z.number(), name: z.string(), query: z.string() })),
    /** The next two fields are the same as in the list of applications. */
    blind: z.boolean(),
    lifted_until: z.nullable(instant),
    /** This officer's request to see names that waits for another officer; null when there is none. */
    lift_waits: z.nullable(z.object({ id: z.number(), ends_at: instant })),
  }),
})

/** `query` is a filter as the page's URL has it. */
const staffSaveView = endpoint({
  method: 'POST',
  path: '/api/staff/jobs/{id}/views/',
  summary: 'Staff: saves a filter as a view of this officer; a view with the same name is overwritten',
  allowedFor: 'staff',
  right: 'applications.read',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: z.object({ name: text(REVIEW.maxViewName), query: text(REVIEW.maxViewQuery) }),
  fieldErrors: (input): FieldErrors => (input.name.trim() ? {} : { name: STAFF_WORDS.nameRequired }),
  reply: z.object({ id: z.number(), name: z.string(), query: z.string() }),
})

const staffDropView = endpoint({
  method: 'DELETE',
  path: '/api/staff/views/{id}/',
  summary: 'Staff: deletes a view (a filter with a name) that this officer saved',
  allowedFor: 'staff',
  right: 'applications.read',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: message,
})

export const reviewEndpoints = {
  'GET /api/staff/jobs/{id}/review/': staffReview,
  'GET /api/staff/jobs/{id}/applications/': staffApplications,
  'POST /api/staff/jobs/{id}/views/': staffSaveView,
  'DELETE /api/staff/views/{id}/': staffDropView,
}

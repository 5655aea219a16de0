import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { SHARE_WORDS, SHARES } from './words.ts'
import { officer } from '../staff/endpoints.ts'
import { flag, id, instant, text } from '../wire.ts'

// The calls with which a recruiter shares the applications of a job among reviewers, and all see how far they
// are.

/** `county`: each reviewer has whole counties. `parts`: all reviewers have equal parts. */
export const SHARE_KINDS = ['county', 'parts'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

const progress = {
  /**
   * Applications of the share that the officer who asks may see. A plan for unread applications counts only
   * those that no one except the reviewer has read.
   */
  assigned: z.number(),
  /** On a decision list, or at a stage after `screening`. */
  decided: z.number(),
}
const county = z.object({ code: z.number(), name: z.string() })
const plan = z.object({
  job: z.object({
    id: z.number(),
    reference: z.string(),
    title: z.string(),
    expiry_date: z.nullable(instant),
  }),
  /** Null while the work is not shared. */
  kind: z.nullable(z.enum(SHARE_KINDS)),
  /** Whether an application leaves the share when another officer has read it. */
  only_unread: z.boolean(),
  shared_by: z.nullable(officer),
  shared_at: z.nullable(instant),
  /** `read`: by this reviewer. */
  shares: z.array(z.object({ officer, counties: z.array(county), ...progress, read: z.number() })),
  /** Applications in no one’s share. */
  rest: z.object(progress),
  counties: z.array(z.object({ ...county.shape, applications: z.number(), unread: z.number() })),
  /**
   * Officers who may get a share; empty unless the officer who asks may share out the work. `limited`: the
   * officer may read only some areas.
   */
  reviewers: z.array(z.object({ ...officer.shape, limited: z.boolean() })),
})
export type WorkPlan = z.output<typeof plan>

const staffShares = endpoint({
  method: 'GET',
  path: '/api/staff/jobs/{id}/shares/',
  summary: 'Staff: how a job’s applications are shared among reviewers, and how far each reviewer is',
  allowedFor: 'staff',
  right: 'applications.read',
  audit: { entryPer15Minutes: 'shares.looked_at', idIsJob: true },
  rateLimit: 'read',
  loadClass: 'staff',
  params: z.object({ id }),
  reply: plan,
})

const requestedPlan = z.object({
  /** `none` removes the plan. */
  kind: z.enum(['none', ...SHARE_KINDS]),
  only_unread: flag,
  shares: z._default(
    z
      .array(
        z.object({
          officer: id,
          counties: z._default(
            z.array(z.int().check(z.minimum(1), z.maximum(32_767))).check(z.maxLength(100)),
            [],
          ),
        }),
      )
      .check(z.maxLength(SHARES.maxReviewers)),
    [],
  ),
  /** The time of the plan that the officer saw; empty when there was none. */
  seen: text(40),
})
export type RequestedPlan = z.output<typeof requestedPlan>

function planErrors({ kind, shares }: RequestedPlan): FieldErrors {
  if (kind === 'none') return {}
  if (shares.length === 0) return { shares: SHARE_WORDS.noReviewer }
  const people = shares.map(({ officer: officerId }) => officerId)
  if (new Set(people).size < people.length) return { shares: SHARE_WORDS.personTwice }
  if (kind === 'parts') return {}
  if (shares.some(({ counties }) => counties.length === 0)) return { shares: SHARE_WORDS.noCounty }
  const counties = shares.flatMap((entry) => entry.counties)
  return new Set(counties).size < counties.length ? { shares: SHARE_WORDS.countyTwice } : {}
}

const staffShareOut = endpoint({
  method: 'PUT',
  path: '/api/staff/jobs/{id}/shares/',
  summary:
    'Staff: shares a job’s applications among reviewers by whole counties or in equal parts, or undoes that. It grants no right and hides nothing',
  allowedFor: 'staff',
  right: 'work.share',
  rateLimit: 'write',
  loadClass: 'staff',
  params: z.object({ id }),
  body: requestedPlan,
  fieldErrors: planErrors,
  reply: plan,
})

export const shareEndpoints = {
  'GET /api/staff/jobs/{id}/shares/': staffShares,
  'PUT /api/staff/jobs/{id}/shares/': staffShareOut,
}

import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { SHARE_WORDS, SHARES } from './words.ts'
import { officer } from '../staff/endpoints.ts'
import { flag, id, instant, text } from '../wire.ts'

// The calls with which a recruiter divides the applications of a job among reviewers. All officers see the
// progress.

/**
 * How work is shared. `county`: each reviewer has whole counties. `parts`: all reviewers have equal parts.
 */
export const SHARE_KINDS = ['county', 'parts'] as const
export type ShareKind = (typeof SHARE_KINDS)[number]

const progress = {
  /**
   * The applications of a share that this officer may see. A plan for unread applications counts only those
   * that no one but the reviewer has read.
   */
  assigned: z.number(),
  /** Applications on a decision list, or at a stage after `screening`. */
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
  /** The plan by which the applications are shared; null when there is none. */
  kind: z.nullable(z.enum(SHARE_KINDS)),
  /** Whether an application leaves the share once another officer has read it. */
  only_unread: z.boolean(),
  shared_by: z.nullable(officer),
  shared_at: z.nullable(instant),
  /** `read` counts the applications that this reviewer has read. */
  shares: z.array(z.object({ officer, counties: z.array(county), ...progress, read: z.number() })),
  /** Applications that are in no one’s share. */
  rest: z.object(progress),
  counties: z.array(z.object({ ...county.shape, applications: z.number(), unread: z.number() })),
  /**
   * The officers who may get a share; empty unless this officer may share out the work. `limited`: the
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
  /** The kind of plan; `none` removes the plan. */
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
    'Staff: shares a job’s applications among reviewers by whole counties or in equal parts, or undoes that. It grants no right and hides nothing.',
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

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../wire.ts'

/** L3: submitted applications only; L5: `notifications` counts the unread. `drafts` is additive. */
export const getDashboardStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats/',
  summary: 'The figures of the dashboard',
  for: 'applicant',
  limit: 'read',
  class: 'read',
  reply: z.object({
    totalApplications: z.number(),
    pendingApplications: z.number(),
    activeJobs: z.number(),
    notifications: z.number(),
    drafts: z.number(),
    /** When this person logged in before this time; null where it was the first, or before that was kept. */
    lastLogin: z.nullable(instant),
  }),
})

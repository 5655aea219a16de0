import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

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
  }),
})

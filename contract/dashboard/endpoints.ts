import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../wire.ts'

// The call for the counts that an applicant sees after logging in.

/** `totalApplications` and `pendingApplications` count only submitted applications of the person (L3). */
const getDashboardStats = endpoint({
  method: 'GET',
  path: '/api/dashboard/stats/',
  summary: 'The numbers on the dashboard',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'read',
  reply: z.object({
    totalApplications: z.number(),
    pendingApplications: z.number(),
    /** The number of jobs that are open now, for everyone. */
    activeJobs: z.number(),
    /** The number of the person's unread notifications (L5). */
    notifications: z.number(),
    drafts: z.number(),
    /** The person's previous login; null at the first login, or when the previous one was not stored. */
    lastLogin: z.nullable(instant),
  }),
})

export const dashboardEndpoints = {
  'GET /api/dashboard/stats/': getDashboardStats,
}

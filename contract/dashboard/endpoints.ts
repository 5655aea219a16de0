import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../wire.ts'

// The call for the numbers that an applicant sees after logging in.

/** Applications are counted once they are submitted (L3). `notifications` counts the unread ones (L5). */
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
    activeJobs: z.number(),
    notifications: z.number(),
    drafts: z.number(),
    /** The login before this one. Null at the first login, or when the earlier one was not stored yet. */
    lastLogin: z.nullable(instant),
  }),
})

export const dashboardEndpoints = {
  'GET /api/dashboard/stats/': getDashboardStats,
}

import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../wire.ts'

// The call for the counts that an applicant sees after logging in.

/** Counts of the person's submitted applications (L3). `notifications` is the number of unread ones (L5). */
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
    /** The person's previous login; null at the first login, or when the previous one was not stored. */
    lastLogin: z.nullable(instant),
  }),
})

export const dashboardEndpoints = {
  'GET /api/dashboard/stats/': getDashboardStats,
}

import { answer, type Route } from '../endpoints/serve.ts'
import { findStats } from './store.ts'

/** The numbers on the first page that an applicant sees after login. */
export const dashboardRoutes: Route[] = [
  answer('GET /api/dashboard/stats/', async (deps, { applicant }) => {
    const row = await findStats(deps.db, applicant, deps.now())
    return {
      totalApplications: row?.total ?? 0,
      pendingApplications: row?.pending ?? 0,
      activeJobs: row?.active ?? 0,
      notifications: row?.unread ?? 0,
      drafts: row?.drafts ?? 0,
      lastLogin: row?.last_login?.toISOString() ?? null,
    }
  }),
]

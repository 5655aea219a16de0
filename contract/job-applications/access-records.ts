import * as z from 'zod/mini'
import { STATUSES } from './words.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../wire.ts'

// The call with which applicants see which officers opened their application.

/** What officers did with an application, as its applicant sees it: an officer's role, never the name. */
const applicationAccessRecords = endpoint({
  method: 'GET',
  path: '/api/job-applications/{id}/access-records/',
  summary: 'Which officers opened an application, and what they decided: role and time, newest first',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'read',
  params: z.object({ id }),
  reply: z.object({
    /** Each time when an officer opened the application, and which part the officer opened. */
    looks: z.array(z.object({ at: instant, role: z.string(), what: z.string() })),
    /** How many older access records are not listed. */
    more: z.number(),
    /**
     * Decisions in effect. A change of stage that does not change the status (L1) is listed only when it has
     * a reason. `by` has the roles of the officers who decided.
     */
    decisions: z.array(
      z.object({ at: instant, status: z.enum(STATUSES), reason: z.string(), by: z.array(z.string()) }),
    ),
  }),
})
export type AccessRecords = z.output<typeof applicationAccessRecords.reply>

export const accessRecordEndpoints = {
  'GET /api/job-applications/{id}/access-records/': applicationAccessRecords,
}

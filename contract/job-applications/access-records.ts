import * as z from 'zod/mini'
import { STATUSES } from './words.ts'
import { endpoint } from '../endpoint.ts'
import { id, instant } from '../wire.ts'

/** What an applicant sees of what officers did with their application: by which role, never by whom. */
export const applicationAccessRecords = endpoint({
  method: 'GET',
  path: '/api/job-applications/{id}/looks/',
  summary: 'Who looked at an application and what was decided on it: the role and the time, newest first',
  for: 'applicant',
  limit: 'read',
  class: 'read',
  params: z.object({ id }),
  reply: z.object({
    looks: z.array(z.object({ at: instant, role: z.string(), what: z.string() })),
    /** Older ones that are not listed. */
    more: z.number(),
    /** What has taken effect; of steps that change nothing for the applicant (L1), only those that give a reason. */
    decisions: z.array(z.object({ at: instant, status: z.enum(STATUSES), reason: z.string(), by: z.array(z.string()) })),
  }),
})
export type AccessRecords = z.output<typeof applicationAccessRecords.reply>

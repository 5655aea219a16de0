import * as z from 'zod/mini'
import { endpoint, type Faults } from './endpoint.ts'
import { JOB_WORDS } from './job-words.ts'
import { id } from './wire.ts'

/** L10: always three keys; `application_id` is null when there is none. */
export const checkApplication = endpoint({
  method: 'GET',
  path: '/api/job-applications/check/{id}/',
  summary: 'Whether the signed-in person has an application for a job',
  for: 'applicant',
  limit: 'read',
  params: z.object({ id }),
  reply: z.object({ exists: z.boolean(), is_completed: z.boolean(), application_id: z.nullable(z.number()) }),
})

/** W9: one row a person and job, however often this is called; `job` and `job_id` both serve. */
export const startApplication = endpoint({
  method: 'POST',
  path: '/api/job-applications/',
  summary: 'Start an application, or find the one that is there',
  for: 'applicant',
  limit: 'write',
  body: z.object({ job: z.optional(id), job_id: z.optional(id) }),
  faults: (it): Faults => ((it.job ?? it.job_id) ? {} : { job: JOB_WORDS.invalid }),
  reply: z.object({
    id: z.number(),
    application_id: z.number(),
    exists: z.boolean(),
    is_completed: z.boolean(),
    reference_number: z.nullable(z.string()),
    message: z.string(),
  }),
})

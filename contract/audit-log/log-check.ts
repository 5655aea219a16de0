import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { instant } from '../wire.ts'

// The calls with which officers check the public log against the database.

const logCheck = z.object({
  began_at: instant,
  /** When the check of the log ended; null while it runs. */
  ended_at: z.nullable(instant),
  /**
   * How many of each kind the check compared. Null until the check ends, or when it could not finish.
   * `leaves` are entries of the public log, `acts` those of the audit log, and `lists` decision lists.
   */
  counted: z.nullable(
    z.object({
      leaves: z.number(),
      checkpoints: z.number(),
      submissions: z.number(),
      acts: z.number(),
      lists: z.number(),
      messages: z.number(),
      selections: z.number(),
      officers: z.number(),
      files: z.number(),
    }),
  ),
  /** `faults` is the number of errors found so far. `told` has the first errors in words. */
  faults: z.number(),
  told: z.array(z.string()),
})
export type LogCheck = z.output<typeof logCheck>

const staffStartLogCheck = endpoint({
  method: 'POST',
  path: '/api/staff/log/check/',
  summary:
    'Staff: computes the public log again and compares it with the database and the files. One check runs at a time.',
  allowedFor: 'staff',
  right: 'log.read',
  rateLimit: 'write',
  loadClass: 'extra',
  body: z.object({}),
  reply: logCheck,
})

const staffLastLogCheck = endpoint({
  method: 'GET',
  path: '/api/staff/log/check/',
  summary: 'Staff: the last check of the log, or the one in progress',
  allowedFor: 'staff',
  right: 'log.read',
  audit: { entryPer15Minutes: 'log.check_looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  reply: z.object({ check: z.nullable(logCheck) }),
})

export const logCheckEndpoints = {
  'POST /api/staff/log/check/': staffStartLogCheck,
  'GET /api/staff/log/check/': staffLastLogCheck,
}

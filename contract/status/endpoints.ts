import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { readersLanguage, textsInKiswahili } from '../jobs/texts.ts'
import { HEALTH, MINUTE_STATES } from './health-minutes.ts'
import { instant } from '../wire.ts'

// The call of the public page that says how busy the portal is, and how busy it was.

/** For how many hours the page shows minutes, up to the limit. Absent or wrong means 1. */
const hours = z._default(
  z.catch(
    z.pipe(
      z.string().check(z.regex(/^\d{1,2}$/)),
      z.transform((digits: string) => Math.min(HEALTH.shownHours, Number(digits))),
    ),
    1,
  ),
  1,
)

const minute = z.object({
  /** The start of the minute. */
  at: instant,
  state: z.enum(MINUTE_STATES),
  /** The number of applications that were submitted in this minute. */
  submitted: z.number(),
  /** The number of submits whose senders were asked to try again later. */
  shed: z.number(),
  /** True when nothing was running in this minute, because the operator had stopped the portal. */
  stopped: z.optional(z.literal(true)),
})
export type HealthMinute = z.output<typeof minute>

const extension = z.object({
  job_id: z.number(),
  reference: z.string(),
  title: z.string(),
  /** When the second officer agreed to move the deadline. */
  at: instant,
  /** The old deadline, null if the job had none, and the new deadline. */
  from: z.nullable(instant),
  until: instant,
  reason: z.string(),
  /** For how many minutes the portal was down; null when the deadline moved for another reason. */
  down_minutes: z.nullable(z.number()),
  in_kiswahili: textsInKiswahili,
})
export type ShownExtension = z.output<typeof extension>

const getStatus = endpoint({
  method: 'GET',
  path: '/api/status/',
  summary: `How busy the portal is and was, minute by minute, and which deadlines were moved. The last hour, or \`hours\` up to ${HEALTH.shownHours}`,
  allowedFor: 'anyone',
  rateLimit: 'read',
  loadClass: 'public',
  neverShed: true,
  query: z.object({ hours, language: readersLanguage }),
  reply: z.object({
    /** The overload level: 0 in calm times, up to 4. It says what is paused so that people can submit. */
    level: z.number(),
    /**
     * The minutes, oldest first. The current minute and the one before it are left out: they are still being
     * counted.
     */
    minutes: z.array(minute),
    /** Newest first. */
    extensions: z.array(extension),
  }),
  publicCacheSeconds: 5,
})

export const statusEndpoints = {
  'GET /api/status/': getStatus,
}

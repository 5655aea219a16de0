import * as z from 'zod/mini'
import { count, instant } from '../wire.ts'

/**
 * The rule of a job that moves its deadline when the portal was down: by `extension_times` times the
 * downtime, and by at least `extension_least_hours`. A job has all of these fields, or none.
 */
export const extensionRuleFields = {
  extension_minutes: count,
  extension_hours: count,
  extension_times: count,
  extension_least_hours: count,
  extension_night_from: count,
  extension_night_until: count,
}

/**
 * A later deadline that the portal proposes by a job's rule: the minutes of downtime, the old deadline and
 * the new one. Two officers must approve it, like any other change.
 */
export const measuredExtension = z.object({
  down_minutes: z.number(),
  from: instant,
  until: instant,
  reason: z.string(),
})

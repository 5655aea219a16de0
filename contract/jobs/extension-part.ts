import * as z from 'zod/mini'
import { count, instant } from '../wire.ts'

/** The rule by which a deadline moves when the portal was down, as it stands in a job: all of these, or none. */
export const extensionPart = {
  extension_minutes: count,
  extension_hours: count,
  extension_times: count,
  extension_least_hours: count,
  extension_night_from: count,
  extension_night_until: count,
}

/** What the portal proposes by the rule of a job: two people agree to it, as to any other change. */
export const measuredExtension = z.object({ down_minutes: z.number(), from: instant, until: instant, reason: z.string() })

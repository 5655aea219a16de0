import { nairobiMidnight } from '../dates.ts'
import type { FieldErrors } from '../endpoint.ts'

/** A rule, published with a job, that moves its deadline when measurements show that the portal was down. */
export type ExtensionRule = {
  /** The rule moves the deadline when the portal was down for more than this many minutes. */
  minutes: number
  /** Downtime counts only in this many hours before the deadline. */
  hours: number
  /** The deadline moves by this many times the downtime. */
  times: number
  /** The deadline moves by at least this many hours. */
  leastHours: number
  /**
   * The deadline never moves into the night between these two hours in Nairobi. Equal hours mean no night.
   */
  nightFrom: number
  nightUntil: number
}

/**
 * The fields of a job that make its extension rule. `usual` is the value with which the form starts. A job
 * has all of them, or none.
 */
export const EXTENSION_FIELDS = {
  extension_minutes: { name: 'minutes', least: 1, most: 720, usual: 15 },
  extension_hours: { name: 'hours', least: 1, most: 48, usual: 24 },
  extension_times: { name: 'times', least: 1, most: 10, usual: 2 },
  extension_least_hours: { name: 'leastHours', least: 1, most: 72, usual: 2 },
  extension_night_from: { name: 'nightFrom', least: 0, most: 23, usual: 22 },
  extension_night_until: { name: 'nightUntil', least: 0, most: 23, usual: 6 },
} as const satisfies Record<string, { name: keyof ExtensionRule; least: number; most: number; usual: number }>
export type ExtensionField = keyof typeof EXTENSION_FIELDS
const isField = (name: string): name is ExtensionField => Object.hasOwn(EXTENSION_FIELDS, name)
export const extensionFieldNames = Object.keys(EXTENSION_FIELDS).filter(isField)

/** The extension rule in the fields of a job, complete or not. */
type RuleFields = { [Field in ExtensionField]?: number | null | undefined }

/** The extension rule of a job; undefined for a job without one. */
export function ruleOf({
  extension_minutes: minutes,
  extension_hours: hours,
  extension_times: times,
  extension_least_hours: leastHours,
  extension_night_from: nightFrom,
  extension_night_until: nightUntil,
}: RuleFields): ExtensionRule | undefined {
  if (minutes == null || hours == null || times == null) return undefined
  if (leastHours == null || nightFrom == null || nightUntil == null) return undefined
  return { minutes, hours, times, leastHours, nightFrom, nightUntil }
}

export const EXTENSION_WORDS = {
  bounds: (least: number, most: number) => `Enter a number from ${least} to ${most}`,
  window: 'Enter fewer minutes than the measured hours have',
  notMeasured: 'The portal no longer finds a reason for an extension. Please reload the page.',
  /** The published reason of an extension for measured downtime. */
  reason: (downMinutes: number, { hours }: Pick<ExtensionRule, 'hours'>) =>
    `The portal was down for ${minutesInWords(downMinutes)} of the last ${hours === 1 ? 'hour' : `${hours} hours`} before the deadline.`,
} as const

/**
 * The stored reason of a job's change: an officer's own words, or the two numbers of a measured extension.
 */
export type StoredChangeReason = {
  reason: string
  down_minutes: number | null
  measured_hours: number | null
}

/** The reason of a job's change as people read it; empty when there is none. */
export const changeReason = ({
  reason,
  down_minutes: down,
  measured_hours: hours,
}: StoredChangeReason): string =>
  reason === '' && down !== null && hours !== null ? EXTENSION_WORDS.reason(down, { hours }) : reason

export const minutesInWords = (minutes: number) => (minutes === 1 ? '1 minute' : `${minutes} minutes`)

/** The errors of an extension rule, such as a missing part. Empty when the rule is valid or absent. */
export function extensionErrors(ruleFields: RuleFields): FieldErrors {
  if (extensionFieldNames.every((field) => ruleFields[field] == null)) return {}
  const errors: FieldErrors = {}
  for (const field of extensionFieldNames) {
    const { least, most } = EXTENSION_FIELDS[field]
    const value = ruleFields[field]
    if (value == null || value < least || value > most) errors[field] = EXTENSION_WORDS.bounds(least, most)
  }
  // The rule's minutes of downtime must fit into the hours in which it counts them.
  if (
    !errors.extension_minutes &&
    !errors.extension_hours &&
    (ruleFields.extension_minutes ?? 0) >= (ruleFields.extension_hours ?? 0) * 60
  )
    errors.extension_minutes = EXTENSION_WORDS.window
  return errors
}

// On a twelve-hour clock, the hours 0 and 12 are both written as 12.
const hourInWords = (hour: number) => `${hour % 12 || 12} ${hour < 12 ? 'a.m.' : 'p.m.'}`
const TIMES: Record<number, string> = { 1: 'that time', 2: 'twice that time', 3: 'three times that time' }

/** The sentences about the extension rule that are published with the job. */
export const extensionRuleWords = ({
  minutes,
  hours,
  times,
  leastHours,
  nightFrom,
  nightUntil,
}: ExtensionRule): string[] => [
  `If the portal is down for more than ${minutesInWords(minutes)} of the last ${hours === 1 ? 'hour' : `${hours} hours`} before the deadline, the deadline moves.`,
  `The deadline moves by ${TIMES[times] ?? `${times} times that time`}, and by at least ${leastHours === 1 ? '1 hour' : `${leastHours} hours`}.`,
  ...(nightFrom === nightUntil
    ? []
    : [
        // `p.m.` ends with a full stop already, so the sentence needs no other one.
        `A moved deadline is never between ${hourInWords(nightFrom)} and ${hourInWords(nightUntil)}`,
      ]),
]

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** The end of the night that contains `moment`; by day, `moment` itself. */
function afterNight(
  moment: Date,
  { nightFrom, nightUntil }: Pick<ExtensionRule, 'nightFrom' | 'nightUntil'>,
): Date {
  const midnightMs = nairobiMidnight(moment).getTime()
  // These three times are milliseconds since that midnight.
  const time = moment.getTime() - midnightMs
  const [fromMs, untilMs] = [nightFrom * HOUR_MS, nightUntil * HOUR_MS]
  if (fromMs < untilMs) {
    const isNight = time > fromMs && time < untilMs
    return isNight ? new Date(midnightMs + untilMs) : moment
  }
  if (fromMs === untilMs) return moment
  // This night includes a midnight: before dawn it ends today, and in the evening it ends tomorrow.
  if (time < untilMs) return new Date(midnightMs + untilMs)
  return time > fromMs ? new Date(midnightMs + DAY_MS + untilMs) : moment
}

/** The new deadline by the rule. `from` is the old deadline, or the present time if that has passed. */
export const extendedDeadline = (from: Date, downMinutes: number, rule: ExtensionRule): Date => {
  const extensionMs = Math.max(rule.times * downMinutes * MINUTE_MS, rule.leastHours * HOUR_MS)
  return afterNight(new Date(from.getTime() + extensionMs), rule)
}

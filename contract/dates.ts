/**
 * Civil time in Kenya is UTC+3 all year: plain arithmetic is enough, and server and browser print the same
 * text.
 */

export const NAIROBI = '+03:00'
const NAIROBI_MS = 3 * 3_600_000
const DAY_MS = 86_400_000
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** S1 §2: shown for a job without a usable deadline. */
export const NO_DEADLINE = 'No deadline set'

const parts = (moment: Date) => {
  const local = new Date(moment.getTime() + NAIROBI_MS)
  return {
    year: local.getUTCFullYear(),
    month: MONTHS[local.getUTCMonth()] ?? '',
    day: local.getUTCDate(),
    weekday: WEEKDAYS[local.getUTCDay()] ?? '',
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  }
}

const civilDay = (moment: Date) => Math.floor((moment.getTime() + NAIROBI_MS) / DAY_MS)

export const instantOf = (value: string | Date | null | undefined) => {
  const moment = value instanceof Date ? value : new Date(value ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** `2026-11-24T14:02:00.000`, the civil time in Nairobi. */
export const nairobiTime = (moment: Date) =>
  new Date(moment.getTime() + NAIROBI_MS).toISOString().slice(0, -1)

/** `2026-11-24`, the civil date in Nairobi. */
export const nairobiDate = (moment: Date) => nairobiTime(moment).slice(0, 10)

/** The start of the civil day in Nairobi that contains `moment`. */
export const nairobiMidnight = (moment: Date) => new Date(`${nairobiDate(moment)}T00:00:00${NAIROBI}`)

/** `5:00 p.m.` */
export const clockTime = (moment: Date) => {
  const { hour, minute } = parts(moment)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

/** `2:31:07 p.m.`, for times where seconds matter. */
export const clockTimeInFull = (moment: Date) =>
  clockTime(moment).replace(' ', `:${String(moment.getUTCSeconds()).padStart(2, '0')} `)

/** `Tuesday 24 November 2026` */
export const longDate = (moment: Date) => {
  const { weekday, day, month, year } = parts(moment)
  return `${weekday} ${day} ${month} ${year}`
}

/** `Tuesday 24 November`, of a civil date such as `2026-11-24` */
export const weekdayAndDay = (date: string) => {
  const { weekday, day, month } = parts(new Date(`${date}T00:00:00+03:00`))
  return `${weekday} ${day} ${month}`
}

/** `24 November 2026` */
export const plainDate = (moment: Date) => {
  const { day, month, year } = parts(moment)
  return `${day} ${month} ${year}`
}

/** `24 Nov 2026`, as on a date stamp. */
export const stampDate = (moment: Date) => {
  const { day, month, year } = parts(moment)
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** `Thu 3 Dec, 5:00 p.m.` */
export const shortDeadline = (value: string | Date | null | undefined) => {
  const at = instantOf(value)
  if (!at) return NO_DEADLINE
  const { weekday, day, month } = parts(at)
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}, ${clockTime(at)}`
}

/** A past moment: `today, 5:00 p.m.`, `yesterday, 7:44 p.m.`, before that `Thu 3 Dec, 5:00 p.m.` */
export const pastMoment = (value: string, now: Date) => {
  const moment = new Date(value)
  const days = civilDay(now) - civilDay(moment)
  if (days === 0) return `today, ${clockTime(moment)}`
  return days === 1 ? `yesterday, ${clockTime(moment)}` : shortDeadline(moment)
}

/**
 * S1 §2: a long date with a 12-hour time, or 'No deadline set'. `Thursday, 3 December 2026 at 5:00 p.m. EAT`
 * (J3).
 */
export const longDeadline = (value: string | Date | null | undefined) => {
  const at = instantOf(value)
  if (!at) return NO_DEADLINE
  const { weekday, day, month, year } = parts(at)
  return `${weekday}, ${day} ${month} ${year} at ${clockTime(at)} EAT`
}

/**
 * Whole civil days in Nairobi from `now` to the deadline. 0 is today, negative is past, undefined is no
 * deadline.
 */
export const daysLeft = (deadline: string | Date | null | undefined, now: Date) => {
  const at = instantOf(deadline)
  if (!at) return undefined
  return at.getTime() < now.getTime()
    ? Math.min(-1, civilDay(at) - civilDay(now))
    : civilDay(at) - civilDay(now)
}

/** The unit after a number of days that is shown apart from it. */
export const daysLeftUnit = (days: number) => (days === 1 ? 'day left' : 'days left')

/** What `daysLeft` says, in words. */
export const daysLeftWords = (days: number) => {
  if (days < 0) return 'Closed'
  return days === 0 ? 'Closes today' : `${days} ${daysLeftUnit(days)}`
}

/** J1: true when the deadline is before `now`; false without a deadline. */
export const isExpired = (deadline: string | Date | null | undefined, now: Date) => {
  const at = instantOf(deadline)
  return at !== undefined && at.getTime() < now.getTime()
}

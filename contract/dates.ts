// Dates and times as people read them, always in Kenyan time. The server and the pages write them with these
// functions.

/**
 * The UTC offset of Kenya is the same all year. So plain arithmetic is enough without a polyfill of Temporal,
 * and server and browser print the same text.
 */
export const NAIROBI = '+03:00'
const NAIROBI_OFFSET_MS = 3 * 3_600_000
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

/** The text for a job without a usable deadline (S1 §2). */
export const NO_DEADLINE = 'No deadline set'

const civilParts = (moment: Date) => {
  const local = new Date(moment.getTime() + NAIROBI_OFFSET_MS)
  return {
    year: local.getUTCFullYear(),
    month: MONTHS[local.getUTCMonth()] ?? '',
    day: local.getUTCDate(),
    weekday: WEEKDAYS[local.getUTCDay()] ?? '',
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  }
}

/** A number for each civil day in Nairobi, so that differences give days. */
const civilDayNumber = (moment: Date) => Math.floor((moment.getTime() + NAIROBI_OFFSET_MS) / DAY_MS)

/** Reads a moment from text such as `2026-11-24T14:02:00Z`. Undefined for null, or text that is no date. */
export const instantOf = (value: string | Date | null | undefined) => {
  const moment = value instanceof Date ? value : new Date(value ?? Number.NaN)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** The civil time in Nairobi, such as `2026-11-24T14:02:00.000`. */
export const nairobiTime = (moment: Date) =>
  new Date(moment.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, -1)

/** The civil date in Nairobi, such as `2026-11-24`. */
export const nairobiDate = (moment: Date) => nairobiTime(moment).slice(0, 10)

/** The hour in Nairobi, from 0 to 23. Hours start at the same moments there as in UTC. */
export const nairobiHour = (moment: Date) => civilParts(moment).hour

/** The start of the civil day in Nairobi that contains `moment`. */
export const nairobiMidnight = (moment: Date) => new Date(`${nairobiDate(moment)}T00:00:00${NAIROBI}`)

/** The time such as `5:00 p.m.`; the hours 0 and 12 are both written as 12. */
export const clockTime = (moment: Date) => {
  const { hour, minute } = civilParts(moment)
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'a.m.' : 'p.m.'}`
}

/** The time with seconds, such as `2:31:07 p.m.`. Seconds are the same in UTC and in Nairobi. */
export const clockTimeInFull = (moment: Date) =>
  clockTime(moment).replace(' ', `:${String(moment.getUTCSeconds()).padStart(2, '0')} `)

/** `Tuesday 24 November 2026` */
export const longDate = (moment: Date) => {
  const { weekday, day, month, year } = civilParts(moment)
  return `${weekday} ${day} ${month} ${year}`
}

/** Weekday, day and month of a civil date: `Tuesday 24 November` for `2026-11-24`. */
export const weekdayAndDay = (date: string) => {
  const { weekday, day, month } = civilParts(new Date(`${date}T00:00:00${NAIROBI}`))
  return `${weekday} ${day} ${month}`
}

/** `24 November 2026` */
export const plainDate = (moment: Date) => {
  const { day, month, year } = civilParts(moment)
  return `${day} ${month} ${year}`
}

/** The date in short form, as on a date stamp: `24 Nov 2026`. */
export const stampDate = (moment: Date) => {
  const { day, month, year } = civilParts(moment)
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** A moment in short form, `Thu 3 Dec, 5:00 p.m.`, or 'No deadline set' without one. */
export const shortMoment = (value: string | Date | null | undefined) => {
  const moment = instantOf(value)
  if (!moment) return NO_DEADLINE
  const { weekday, day, month } = civilParts(moment)
  return `${weekday.slice(0, 3)} ${day} ${month.slice(0, 3)}, ${clockTime(moment)}`
}

/** A past moment: `today, 5:00 p.m.`, `yesterday, 7:44 p.m.`, or an earlier one as `Thu 3 Dec, 5:00 p.m.` */
export const pastMoment = (value: string, now: Date) => {
  const moment = new Date(value)
  const days = civilDayNumber(now) - civilDayNumber(moment)
  if (days === 0) return `today, ${clockTime(moment)}`
  return days === 1 ? `yesterday, ${clockTime(moment)}` : shortMoment(moment)
}

/** The deadline of a job: `Thursday, 3 December 2026 at 5:00 p.m. EAT`, or 'No deadline set' (S1 §2, J3). */
export const longDeadline = (value: string | Date | null | undefined) => {
  const deadlineMoment = instantOf(value)
  if (!deadlineMoment) return NO_DEADLINE
  const { weekday, day, month, year } = civilParts(deadlineMoment)
  return `${weekday}, ${day} ${month} ${year} at ${clockTime(deadlineMoment)} EAT`
}

/**
 * Whole civil days in Nairobi from `now` to the deadline. 0 means today, a negative number means past.
 * Undefined without a deadline.
 */
export const daysLeft = (deadline: string | Date | null | undefined, now: Date) => {
  const deadlineMoment = instantOf(deadline)
  if (!deadlineMoment) return undefined
  const days = civilDayNumber(deadlineMoment) - civilDayNumber(now)
  // A deadline that passed earlier today gives -1, because 0 means that it is still to come.
  return deadlineMoment.getTime() < now.getTime() ? Math.min(-1, days) : days
}

/** The words after the number of days, where the number is shown in large print. */
export const daysLeftUnit = (days: number) => (days === 1 ? 'day left' : 'days left')

/** Says in words how many days are left, from the result of `daysLeft`. */
export const daysLeftWords = (days: number) => {
  if (days < 0) return 'Closed'
  return days === 0 ? 'Closes today' : `${days} ${daysLeftUnit(days)}`
}

/**
 * True when the deadline has passed at `now`; false without a deadline (J1). A job is still open at the very
 * instant of its deadline. SQL has the same rule in server/database/open-jobs.ts.
 */
export const isExpired = (deadline: string | Date | null | undefined, now: Date) => {
  const deadlineMoment = instantOf(deadline)
  return deadlineMoment !== undefined && deadlineMoment.getTime() < now.getTime()
}

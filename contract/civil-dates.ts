import { instantOf, NAIROBI } from './dates.ts'

// Some browsers read 30 February as 2 March. So the date that was read is written again and compared.
const isCivilDate = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

/** The form of a date: `2026-11-24`, or with a time such as `T17:00`, `T17:00:30.5Z` or `T17:00+01:00`. */
const DATE_OR_INSTANT =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?<zone>Z|[+-]\d{2}:\d{2})?)?$/

/**
 * The instant when something closes. A date without a time means 23:59:59 of that day in Nairobi (J3).
 * Undefined for text that is neither a date nor an ISO 8601 instant.
 */
export const deadlineInstant = (value: string): Date | undefined => {
  // A date is never guessed: 3/12/2026 is March to some and December to others, and 30 February does not
  // exist.
  const { day, zone } = DATE_OR_INSTANT.exec(value)?.groups ?? {}
  if (day === undefined || !isCivilDate(day)) return undefined
  if (value === day) return instantOf(`${value}T23:59:59${NAIROBI}`)
  // A time without a zone is Kenyan time.
  return instantOf(zone ? value : value + NAIROBI)
}

/** The instant when something opens. A date without a time means the start of that day in Nairobi. */
export const openingInstant = (value: string): Date | undefined =>
  deadlineInstant(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00` : value)

const yearOf = (civilDate: string) => Number(civilDate.slice(0, 4))
/** Month and day of a civil date: `11-24` of `2026-11-24`. Such texts sort like the days of a year. */
const monthAndDayOf = (civilDate: string) => civilDate.slice(5)

/**
 * A person's age in whole years on a civil date such as `2026-11-24`. Undefined for an invalid date. In a
 * common year, a person born on 29 February is a year older from 1 March (A18).
 */
export const ageOn = (birth: string, day: string) => {
  if (!isCivilDate(birth) || !isCivilDate(day)) return undefined
  const yearsApart = yearOf(day) - yearOf(birth)
  const isBeforeBirthday = monthAndDayOf(day) < monthAndDayOf(birth)
  return isBeforeBirthday ? yearsApart - 1 : yearsApart
}

/** The latest birth date of a person aged `years` on `day`: the date picker's maximum (S1 §2). */
export const latestBirthDate = (day: string, years: number) => {
  const birthYear = yearOf(day) - years
  const birthDate = `${birthYear}-${monthAndDayOf(day)}`
  // Only 29 February may not exist in the other year.
  return isCivilDate(birthDate) ? birthDate : `${birthYear}-02-28`
}

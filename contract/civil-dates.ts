import { instantOf, NAIROBI } from './dates.ts'

const isCivilDate = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value)

const WRITTEN = /^(\d{4}-\d{2}-\d{2})(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * J3: a date without a time means 23:59:59 of that day in Nairobi. Anything else must be an ISO 8601 instant;
 * undefined when it is not.
 */
export const deadlineInstant = (value: string): Date | undefined => {
  // Never guess: 3/12/2026 is March to some and December to others, and 30 February is not a date.
  const [, day = '', zone] = WRITTEN.exec(value) ?? []
  if (!isCivilDate(day)) return undefined
  if (value === day) return instantOf(`${value}T23:59:59${NAIROBI}`)
  // Without a zone, a Kenyan officer means Kenyan time.
  return instantOf(zone ? value : value + NAIROBI)
}

/**
 * Like `deadlineInstant`, for when something opens: a date without a time means the start of that day in
 * Nairobi.
 */
export const openingInstant = (value: string): Date | undefined =>
  deadlineInstant(/^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value}T00:00` : value)

/**
 * Age in whole years on a civil date; undefined for an invalid date. A birthday on 29 February counts on 1
 * March in a common year (A18).
 */
export const ageOn = (birth: string, day: string) => {
  if (!isCivilDate(birth) || !isCivilDate(day)) return undefined
  return Number(day.slice(0, 4)) - Number(birth.slice(0, 4)) - (day.slice(5) < birth.slice(5) ? 1 : 0)
}

/** The latest birth date of a person aged `years` on `day`: the date picker's maximum (S1 §2). */
export const latestBirthDate = (day: string, years: number) => {
  const date = `${String(Number(day.slice(0, 4)) - years)}${day.slice(4)}`
  return isCivilDate(date) ? date : `${date.slice(0, 8)}28`
}

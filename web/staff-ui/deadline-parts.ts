import { nairobiTime } from '#contract/dates.ts'
import { deadlineInstant } from '#contract/civil-dates.ts'

/**
 * The moment of a deadline, from typed text or from the server's text; undefined if the text is no deadline.
 */
export const writtenInstant = (value: string): Date | undefined => deadlineInstant(value.trim())

/** The end of a day, which is the deadline if no time is given (J3). */
const DAY_END = '23:59:59'

/** The day and the time (`17:00`) in Nairobi. An empty time means the end of that day. */
export function deadlineParts(value: string): { day: string; time: string } {
  const instant = writtenInstant(value)
  if (!instant) return { day: '', time: '' }
  const [day = '', time = ''] = nairobiTime(instant).split('T')
  return { day, time: time.startsWith(DAY_END) ? '' : time.slice(0, 'hh:mm'.length) }
}

/** Joins a day and a time in Nairobi into one text. */
export const deadlineText = (day: string, time: string) => (day && time ? `${day}T${time}` : day)

import { nairobiTime } from '#contract/dates.ts'
import { deadlineInstant } from '#contract/civil-dates.ts'

/** The moment of a deadline, as typed or as the server stores it; undefined if it is none. */
export const writtenInstant = (value: string): Date | undefined => deadlineInstant(value.trim())

/** Day and time in Nairobi. An empty time means the end of that day (J3). */
export function deadlineParts(value: string): { day: string; time: string } {
  const instant = writtenInstant(value)
  if (!instant) return { day: '', time: '' }
  const [day = '', time = ''] = nairobiTime(instant).split('T')
  return { day, time: time.startsWith('23:59:59') ? '' : time.slice(0, 5) }
}

/** Day and time as one text, in Nairobi time. */
export const deadlineText = (day: string, time: string) => (day && time ? `${day}T${time}` : day)

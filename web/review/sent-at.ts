import { nairobiDate, stampDate } from '#contract/dates.ts'
import { hourAndMinute } from '../ui/hour-and-minute.ts'

/** The time of a submit, `24 Nov 14:31` in Nairobi. The year is added if it is not the present one. */
export function sentAt(isoTime: string, now: Date): string {
  const moment = new Date(isoTime)
  const isThisYear = nairobiDate(moment).slice(0, 4) === nairobiDate(now).slice(0, 4)
  const day = stampDate(moment)
  const dayWithoutYear = day.slice(0, -' 2026'.length)
  return `${isThisYear ? dayWithoutYear : day} ${hourAndMinute(moment.getTime())}`
}

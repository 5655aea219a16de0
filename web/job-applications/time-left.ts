import { plural, t } from '@lingui/core/macro'
import { daysLeft, daysLeftWords } from '#contract/dates.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { translate } from '../language/translate.ts'

const MINUTE_MS = 60_000
const MINUTES_PER_HOUR = 60
/** With this much time left or more, whole days are shown. */
const DAYS_FROM_MINUTES = 48 * MINUTES_PER_HOUR
/** With more time left than this, whole hours are shown. */
const HOURS_ABOVE_MINUTES = 2 * MINUTES_PER_HOUR
/**
 * Screen readers announce the time left only when this many minutes are left. The text is removed after
 * `ANNOUNCED_FOR_MS`, because it would no longer be true.
 */
const ANNOUNCED_MINUTES = [60, 30, 15, 10, 5, 2, 1]
const ANNOUNCED_FOR_MS = 20_000

const hoursLeft = (count: number) => plural(count, { one: '# hour left', other: '# hours left' })
const minutesLeft = (count: number) => plural(count, { one: '# minute left', other: '# minutes left' })

/**
 * The time left until a deadline: days (counted as on the job cards and in the head of the form), then hours,
 * then minutes. `now`: milliseconds since 1970.
 */
export const timeLeft = (deadline: string, now: number): string => {
  const ms = Date.parse(deadline) - now
  if (ms <= 0) return translate(SENDING_WORDS.deadlinePassed)
  const minutes = Math.floor(ms / MINUTE_MS)
  // `daysLeft` is undefined only without a deadline, so the 0 is never used.
  if (minutes >= DAYS_FROM_MINUTES) return translate(daysLeftWords(daysLeft(deadline, new Date(now)) ?? 0))
  if (minutes > HOURS_ABOVE_MINUTES) return hoursLeft(Math.floor(minutes / MINUTES_PER_HOUR))
  return minutes === 0 ? t`Less than a minute left` : minutesLeft(minutes)
}

/**
 * The sentence to announce when one of the `ANNOUNCED_MINUTES` has just passed, and after the deadline; '' at
 * other times. `leftMs`: the time until the deadline.
 */
export const announcedTimeLeft = (leftMs: number): string => {
  if (leftMs <= 0) return translate(SENDING_WORDS.deadlinePassed)
  const justPassed = ANNOUNCED_MINUTES.find((minutes) => {
    const sincePassedMs = minutes * MINUTE_MS - leftMs
    return sincePassedMs >= 0 && sincePassedMs < ANNOUNCED_FOR_MS
  })
  return justPassed === undefined ? '' : minutesLeft(justPassed)
}

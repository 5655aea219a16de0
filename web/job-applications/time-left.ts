import { plural, t } from '@lingui/core/macro'
import { daysLeft, daysLeftWords } from '#contract/dates.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { translate } from '../language/translate.ts'

const MINUTE_MS = 60_000
/** With this much time left or more, whole days are shown. */
const DAYS_FROM_MINUTES = 48 * 60
/** With more time left than this, whole hours are shown. */
const HOURS_ABOVE_MINUTES = 120
/**
 * Screen readers announce the time left only at these minutes. The text stays for `ANNOUNCED_FOR_MS`. Later
 * it would no longer be true.
 */
const ANNOUNCED_MINUTES = [60, 30, 15, 10, 5, 2, 1]
const ANNOUNCED_FOR_MS = 20_000

const hoursLeft = (count: number) => plural(count, { one: '# hour left', other: '# hours left' })
const minutesLeft = (count: number) => plural(count, { one: '# minute left', other: '# minutes left' })

/**
 * The time left until a deadline: days (counted as on the job cards and in the head of the form), then hours,
 * then minutes. Days are undefined only without a deadline, so the 0 is never used.
 */
export const timeLeft = (deadline: string, now: number): string => {
  const ms = Date.parse(deadline) - now
  if (ms <= 0) return translate(SENDING_WORDS.deadlinePassed)
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes >= DAYS_FROM_MINUTES) return translate(daysLeftWords(daysLeft(deadline, new Date(now)) ?? 0))
  if (minutes > HOURS_ABOVE_MINUTES) return hoursLeft(Math.floor(minutes / 60))
  return minutes === 0 ? t`Less than a minute left` : minutesLeft(minutes)
}

/**
 * The sentence to announce when one of the `ANNOUNCED_MINUTES` has just passed; '' at other times. `ms`: the
 * time left.
 */
export const announcedTimeLeft = (ms: number): string => {
  if (ms <= 0) return translate(SENDING_WORDS.deadlinePassed)
  const passed = ANNOUNCED_MINUTES.find(
    (minutes) => ms <= minutes * MINUTE_MS && ms > minutes * MINUTE_MS - ANNOUNCED_FOR_MS,
  )
  return passed === undefined ? '' : minutesLeft(passed)
}

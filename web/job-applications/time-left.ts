import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'

const MINUTE_MS = 60_000
/** A screen reader is told at these minutes, and not at each; so shortly that nobody reads it later as if it were still true. */
const TOLD_AT = [60, 30, 15, 10, 5, 2, 1]
const TOLD_MS = 20_000

const plural = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'} left`

/** How long is left until a deadline: days, then hours, then minutes. */
export const timeLeft = (ms: number): string => {
  if (ms <= 0) return SENDING_WORDS.deadlinePassed
  const minutes = Math.floor(ms / MINUTE_MS)
  if (minutes >= 48 * 60) return plural(Math.floor(minutes / 1_440), 'day')
  if (minutes > 120) return plural(Math.floor(minutes / 60), 'hour')
  return minutes === 0 ? 'Less than a minute left' : plural(minutes, 'minute')
}

/** What a screen reader is told when one of the few minutes has just passed; nothing between them. */
export const announcedTimeLeft = (ms: number): string => {
  if (ms <= 0) return SENDING_WORDS.deadlinePassed
  const passed = TOLD_AT.find((minutes) => ms <= minutes * MINUTE_MS && ms > minutes * MINUTE_MS - TOLD_MS)
  return passed === undefined ? '' : plural(passed, 'minute')
}

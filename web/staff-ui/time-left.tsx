import { useEffect, useRef, useState } from 'react'
import { t } from '@lingui/core/macro'
import { clockTime } from '#contract/dates.ts'

const TICK_MS = 1_000
/**
 * The seconds after which the page asks whether a scheduled action has run. The server runs it within
 * moments. The page asks rarely, because each question is an access record.
 */
const CHECKED_AFTER_S = [1, 4, 12, 40]
const twoDigits = (count: number) => String(count).padStart(2, '0')

type Words = {
  /** Says until when the officer can still act. */
  until: (time: string) => string
  /** Says that the time is over, and the action runs now. */
  due: string
  /** Says the same to screen readers, as a whole sentence. */
  announcedWhenDue: string
  lastMinute: string
}
/** `onDue` is called a few seconds after the time, and a few more times later, to load the new state. */
type Props = { dueAt: string; shownMinutes: number; words: Words; onDue: () => void }

const shownWords = (seconds: number, shownMinutes: number, { due }: Words) => {
  if (seconds === 0) return due
  return seconds <= shownMinutes * 60 ? t`${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)} left` : ''
}

const announcedWords = (seconds: number, { announcedWhenDue, lastMinute }: Words) => {
  if (seconds === 0) return announcedWhenDue
  return seconds <= 60 ? lastMinute : ''
}

/**
 * Shows the time that is left, each second. If the clock of this device is slow, that would be more than the
 * officer ever had. So more than `shownMinutes` minutes are not shown. A screen reader reads the time once,
 * and again in the last minute.
 */
export function TimeLeft({ dueAt, shownMinutes, words, onDue }: Props) {
  const readSecondsLeft = () => Math.max(0, Math.ceil((new Date(dueAt).getTime() - Date.now()) / 1_000))
  const [secondsLeft, setSecondsLeft] = useState(readSecondsLeft)
  const latestOnDue = useRef(onDue)
  latestOnDue.current = onDue
  useEffect(() => {
    // The due checks are counted: a tab in the background ticks once a minute and would miss the exact
    // second.
    const countDueChecks = () => {
      const secondsPast = (Date.now() - new Date(dueAt).getTime()) / 1_000
      return CHECKED_AFTER_S.filter((seconds) => seconds <= secondsPast).length
    }
    let checksMade = countDueChecks()
    const timer = setInterval(() => {
      setSecondsLeft(readSecondsLeft())
      const checksDue = countDueChecks()
      if (checksDue > checksMade) latestOnDue.current()
      checksMade = checksDue
    }, TICK_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `readSecondsLeft` reads `dueAt` and the clock
  }, [dueAt])
  return (
    <>
      <p>
        <b>{words.until(clockTime(new Date(dueAt)))}</b>{' '}
        <span className="num" aria-hidden="true">
          {shownWords(secondsLeft, shownMinutes, words)}
        </span>
      </p>
      <p className="sr-only" role="status">
        {announcedWords(secondsLeft, words)}
      </p>
    </>
  )
}

import { useEffect, useRef, useState } from 'react'
import { clockTime } from '#contract/dates.ts'

const TICK_MS = 1_000
/**
 * The server runs a scheduled action within moments of its time. The page asks again after these seconds. It
 * asks rarely, because each question is an access record.
 */
const CHECKED_AFTER_S = [1, 4, 12, 40]
const twoDigits = (count: number) => String(count).padStart(2, '0')

type Words = {
  until: (time: string) => string
  due: string
  /** The same for screen readers. */
  announcedWhenDue: string
  lastMinute: string
}
type Props = { dueAt: string; shownMinutes: number; words: Words; onDue: () => void }

const shownWords = (seconds: number, shownMinutes: number, { due }: Words) => {
  if (seconds === 0) return due
  return seconds <= shownMinutes * 60 ? `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)} left` : ''
}

const announcedWords = (seconds: number, { announcedWhenDue, lastMinute }: Words) => {
  if (seconds === 0) return announcedWhenDue
  return seconds <= 60 ? lastMinute : ''
}

/**
 * The time that is left, second by second. The clock of this device may be wrong, so more than `shownMinutes`
 * are not shown. A screen reader reads the time once, and again in the last minute.
 */
export function TimeLeft({ dueAt, shownMinutes, words, onDue }: Props) {
  const secondsLeft = () => Math.max(0, Math.ceil((new Date(dueAt).getTime() - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(secondsLeft)
  const latestOnDue = useRef(onDue)
  latestOnDue.current = onDue
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(secondsLeft())
      const secondsPast = Math.floor((Date.now() - new Date(dueAt).getTime()) / 1_000)
      if (CHECKED_AFTER_S.includes(secondsPast)) latestOnDue.current()
    }, TICK_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `secondsLeft` reads only `dueAt` and the clock
  }, [dueAt])
  return (
    <>
      <p>
        <b>{words.until(clockTime(new Date(dueAt)))}</b>{' '}
        <span className="num" aria-hidden="true">
          {shownWords(seconds, shownMinutes, words)}
        </span>
      </p>
      <p className="sr-only" role="status">
        {announcedWords(seconds, words)}
      </p>
    </>
  )
}

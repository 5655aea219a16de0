import { useEffect, useRef, useState } from 'react'
import { clockTime } from '#contract/dates.ts'

const TICK_MS = 1_000
/**
 * A scheduled action happens within moments of its time. It is checked after these seconds; each check is an
 * access record.
 */
const CHECKED_AFTER_S = [1, 4, 12, 40]
const twoDigits = (count: number) => String(count).padStart(2, '0')

type Words = {
  until: (hour: string) => string
  now: string
  /** The text for screen readers. */
  telling: string
  lastMinute: string
}
type Props = { at: string; minutes: number; words: Words; onPast: () => void }

const shownWords = (seconds: number, minutes: number, { now }: Words) => {
  if (seconds === 0) return now
  return seconds <= minutes * 60 ? `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)} left` : ''
}

const announcedWords = (seconds: number, { telling, lastMinute }: Words) => {
  if (seconds === 0) return telling
  return seconds <= 60 ? lastMinute : ''
}

/**
 * The time left, second by second for the eye, by this machine's clock where that can be right. A screen
 * reader hears the time once, and the last minute.
 */
export function TimeLeft({ at, minutes, words, onPast }: Props) {
  const left = () => Math.max(0, Math.ceil((new Date(at).getTime() - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  const past = useRef(onPast)
  past.current = onPast
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(left())
      if (CHECKED_AFTER_S.includes(Math.floor((Date.now() - new Date(at).getTime()) / 1_000))) past.current()
    }, TICK_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `left` reads only `at` and the clock
  }, [at])
  return (
    <>
      <p>
        <b>{words.until(clockTime(new Date(at)))}</b>{' '}
        <span className="num" aria-hidden="true">
          {shownWords(seconds, minutes, words)}
        </span>
      </p>
      <p className="sr-only" role="status">
        {announcedWords(seconds, words)}
      </p>
    </>
  )
}

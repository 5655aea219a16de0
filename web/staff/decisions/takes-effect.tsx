import { useEffect, useRef, useState } from 'react'
import { clockTime } from '#contract/dates.ts'
import { DECISIONS } from '#contract/limits.ts'

const TICK_MS = 1_000
/** It is applied within moments of its hour: asked again at these, each a look that the log keeps. */
const ASKED_AGAIN_S = [1, 4, 12, 40]
const two = (count: number) => String(count).padStart(2, '0')

/** The time left, by this machine's clock where that can be right, second by second: to be seen. Who listens is told the hour once, and the last minute. */
export function TakesEffect({ at, onPast }: { at: string; onPast: () => void }) {
  const left = () => Math.max(0, Math.ceil((new Date(at).getTime() - Date.now()) / 1_000))
  const [seconds, setSeconds] = useState(left)
  const past = useRef(onPast)
  past.current = onPast
  useEffect(() => {
    const timer = setInterval(() => {
      setSeconds(left())
      if (ASKED_AGAIN_S.includes(Math.floor((Date.now() - new Date(at).getTime()) / 1_000))) past.current()
    }, TICK_MS)
    return () => clearInterval(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `left` reads only `at` and the clock
  }, [at])
  const hour = clockTime(new Date(at))
  return (
    <>
      <p>
        <b>Takes effect at {hour}; it can be undone until then.</b>{' '}
        <span className="num" aria-hidden="true">
          {seconds === 0 ? 'Taking effect now' : seconds <= DECISIONS.undoMinutes * 60 ? `${Math.floor(seconds / 60)}:${two(seconds % 60)} left` : ''}
        </span>
      </p>
      <p className="vh" role="status">
        {seconds === 0 ? 'It is taking effect now.' : seconds <= 60 ? 'Less than a minute is left to undo it.' : ''}
      </p>
    </>
  )
}

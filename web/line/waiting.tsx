import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LINE, LINE_WORDS, type LineMark } from '#contract/line/line.ts'
import { translate } from '../language/translate.ts'
import { shownWait } from './shown-wait.ts'
import type { LineWait } from './line-wait.ts'

/** If many people's turn comes at once, their calls are spread over this time. */
const SPREAD_MS = 2_000

/** Reads how far the line has moved. Null: there is no line any more. Undefined: it cannot be read. */
const readMark = async (): Promise<LineMark | undefined> => {
  const response = await fetch('/line.json', { credentials: 'omit' }).catch(() => undefined)
  return response?.ok ? response.json().catch(() => undefined) : undefined
}

type Props = {
  wait: LineWait
  /** Called at the person's turn: it sends the form again. */
  onTurn: () => void
  /** Called when the person leaves the line. The form stays as it is. */
  onLeave: () => void
  /** True for the login. Its form is short, so the text says that there is time to check it. */
  isLogin?: boolean
}

/**
 * Shows how long a form waits in the line, and calls `onTurn` when its turn has come. The browser holds the
 * place as a cookie, so nothing is stored here.
 */
export function WaitingInLine({ wait, isLogin = false, onTurn, onLeave }: Props) {
  const { place, retrySeconds } = wait
  const [seconds, setSeconds] = useState(retrySeconds ?? place.wait_seconds)
  const callOnTurn = useEffectEvent(onTurn)
  const waitBox = useRef<HTMLDivElement>(null)
  // The pressed button is at the end of the form, far below this box. So the focus moves up to the box.
  useEffect(() => waitBox.current?.focus(), [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let isCurrent = true
    const arrivedAt = Date.parse(place.arrived_at)
    const secondsAt = shownWait(place)
    const takeTurn = () => isCurrent && callOnTurn()
    const poll = async () => {
      const mark = await readMark()
      if (!isCurrent) return
      // If there is no line (null), everyone may come in. If the mark cannot be read (undefined), the person
      // keeps waiting.
      const isTurn = mark === null || (mark && Date.parse(mark.until) >= arrivedAt)
      if (isTurn) {
        timer = setTimeout(takeTurn, Math.random() * SPREAD_MS)
        return
      }
      if (mark) setSeconds(secondsAt(mark))
      // The pause is up to 10 % shorter or longer, so that people who came together do not poll together.
      timer = setTimeout(poll, LINE.refreshMs * (0.9 + Math.random() * 0.2))
    }
    if (retrySeconds === undefined) {
      setSeconds(place.wait_seconds)
      // If the turn comes sooner than a usual poll, the first poll is made at that time.
      timer = setTimeout(poll, Math.min(LINE.refreshMs, 1_000 * Math.max(1, place.wait_seconds)))
    } else timer = setTimeout(takeTurn, retrySeconds * 1_000)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
    // Each failed call makes a new `wait`, even if its place and its seconds are the same as before.
  }, [wait, place, retrySeconds])
  return (
    <div className="callout mb5 is-focus" tabIndex={-1} ref={waitBox}>
      <p className="bold" role="status">
        {translate(retrySeconds === undefined ? LINE_WORDS.wait(seconds) : LINE_WORDS.turn)}
      </p>
      {/* A sentence about why the place in the line that the browser sent was invalid. */}
      {place.fault && <p>{translate(LINE_WORDS[place.fault])}</p>}
      <p>{translate(retrySeconds === undefined ? LINE_WORDS.stand : LINE_WORDS.turnBusy)}</p>
      {retrySeconds === undefined && (
        <p className="mt2">
          {translate(LINE_WORDS.formTries)} {isLogin && translate(LINE_WORDS.whileYouWait)}{' '}
          {translate(LINE_WORDS.safe)}
        </p>
      )}
      <p>
        <button className="link" type="button" onClick={onLeave}>
          {translate(LINE_WORDS.leave)}
        </button>
      </p>
    </div>
  )
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { LINE, LINE_WORDS, type LineMark } from '#contract/line/line.ts'
import { shownWait } from './shown-wait.ts'
import type { InLine } from './in-line.ts'

/** Spreads the calls of people whose turn comes at the same time. */
const SPREAD_MS = 2_000

const readMark = async (): Promise<LineMark | undefined> => {
  const answer = await fetch('/line.json', { credentials: 'omit' }).catch(() => undefined)
  return answer?.ok ? answer.json().catch(() => undefined) : undefined
}

type Props = {
  standing: InLine
  /** The form is short: there is time to check it. */
  login?: boolean
  onTurn: () => void
  onLeave: () => void
}

/**
 * A form in the line: shows the wait, polls, and calls `onTurn` when it is its turn. The place is a ticket
 * that the browser stores as a cookie; nothing needs to be stored here.
 */
export function WaitingInLine({ standing, login = false, onTurn, onLeave }: Props) {
  const { place, againIn } = standing
  const [seconds, setSeconds] = useState(againIn ?? place.wait_seconds)
  const tell = useEffectEvent(onTurn)
  const box = useRef<HTMLDivElement>(null)
  // The box is above the form, and the pressed button is at its end.
  useEffect(() => box.current?.focus(), [])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    let current = true
    const arrived = Date.parse(place.arrived_at)
    const secondsBy = shownWait(place)
    const take = () => current && tell()
    const poll = async () => {
      const mark = await readMark()
      if (!current) return
      if (mark === null || (mark && Date.parse(mark.until) >= arrived))
        return void (timer = setTimeout(take, Math.random() * SPREAD_MS))
      if (mark) setSeconds(secondsBy(mark))
      timer = setTimeout(poll, LINE.lookMs * (0.9 + Math.random() * 0.2))
    }
    if (againIn === undefined) {
      setSeconds(place.wait_seconds)
      timer = setTimeout(poll, Math.min(LINE.lookMs, 1_000 * Math.max(1, place.wait_seconds)))
    } else timer = setTimeout(take, againIn * 1_000)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [place, againIn])
  return (
    <div className="callout mb5 is-focus" tabIndex={-1} ref={box}>
      <p className="bold" role="status">
        {againIn === undefined ? LINE_WORDS.wait(seconds) : LINE_WORDS.turn}
      </p>
      {place.fault && <p>{LINE_WORDS[place.fault]}</p>}
      <p>{againIn === undefined ? LINE_WORDS.stand : LINE_WORDS.turnBusy}</p>
      {againIn === undefined && (
        <p className="mt2">
          {LINE_WORDS.formTries} {login && LINE_WORDS.whileYouWait} {LINE_WORDS.safe}
        </p>
      )}
      <p>
        <button className="link" type="button" onClick={onLeave}>
          {LINE_WORDS.leave}
        </button>
      </p>
    </div>
  )
}

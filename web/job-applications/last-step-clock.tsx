import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { clockTimeInFull } from '#contract/dates.ts'
import { REFUSAL_WORDS, SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { translate } from '../language/translate.ts'
import { serverNow } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { UnbrokenTimes } from '../ui/unbroken-times.tsx'
import { timeLeft, announcedTimeLeft } from './time-left.ts'

/** The server's time, updated each second. */
const useServerTime = () => {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

/** A moved deadline, announced to screen readers when it moves. */
export const Extended = ({ newDeadline }: { newDeadline: string | undefined }) => (
  <div role="status">
    {newDeadline && (
      <p className="small bold">
        <UnbrokenTimes words={SENDING_WORDS.extended(newDeadline)} />
      </p>
    )}
  </div>
)

/**
 * The form stays open this long after the deadline. Only the server decides what arrived in time, so a device
 * clock that is fast must not keep anyone from trying.
 */
const GRACE_MS = 3_000
const DAY_MS = 86_400_000

/** Whether a deadline has passed by the server's clock. A deadline that moves later is open again. */
export function useIsPastDeadline(deadline: string | null): boolean {
  const leftMs = deadline === null ? Infinity : Date.parse(deadline) + GRACE_MS - serverNow()
  const [, renderAgain] = useState(0)
  useEffect(() => {
    // A timer of more than 24 days may fire at once. So it is set only in the last 24 hours.
    if (leftMs <= 0 || leftMs > DAY_MS) return
    const timer = setTimeout(() => renderAgain((before) => before + 1), leftMs)
    return () => clearTimeout(timer)
  })
  return leftMs <= 0
}

type Props = {
  deadline: string | null
  /** The new deadline, if it was moved while the page was open. */
  newDeadline: string | undefined
  /** True if the application reached the server before the deadline. */
  isReceived: boolean
}

/** Shows the server's time and the time left by the server's clock, because that clock decides. */
export function LastStepClock({ deadline, newDeadline, isReceived }: Props) {
  const now = useServerTime()
  if (!deadline) return null
  const leftMs = Date.parse(deadline) - now
  const clock = translate(clockTimeInFull(new Date(now)))
  const left = timeLeft(deadline, now)
  return (
    <div className="last-clock">
      <p className="small">
        <Icon name="clock" size="icon-small" />{' '}
        <span>
          <Trans>
            Our clock: <b className="num">{clock}</b> · <span className="nowrap">{left}</span>
          </Trans>
        </span>
      </p>
      {leftMs <= 0 && !isReceived && (
        <p className="small">
          <b>{translate(REFUSAL_WORDS.jobClosed)}</b> {translate(SENDING_WORDS.afterDeadline)}
        </p>
      )}
      <Extended newDeadline={newDeadline} />
      <p className="sr-only" role="status">
        {announcedTimeLeft(leftMs)}
      </p>
    </div>
  )
}

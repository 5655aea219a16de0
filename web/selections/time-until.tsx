import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNow } from '../form/use-now.ts'

const MINUTE_MS = 60_000
const HOUR_MINUTES = 60
const DAY_MINUTES = 24 * HOUR_MINUTES

/**
 * A length of time as days and hours, as hours and minutes, or as minutes. It is never less than a minute.
 */
function timeInWords(ms: number): string {
  const minutes = Math.max(1, Math.ceil(ms / MINUTE_MS))
  const days = Math.floor(minutes / DAY_MINUTES)
  const hours = Math.floor((minutes % DAY_MINUTES) / HOUR_MINUTES)
  const dayWords = plural(days, { one: '# day', other: '# days' })
  const hourWords = plural(hours, { one: '# hour', other: '# hours' })
  const minuteWords = plural(minutes % HOUR_MINUTES, { one: '# minute', other: '# minutes' })
  if (days > 0) return `${dayWords} ${hourWords}`
  return hours > 0 ? `${hourWords} ${minuteWords}` : minuteWords
}

/**
 * Shows how much time is left until a moment. `now`: the server's time when the page was made, from which it
 * counts. Screen readers do not announce each change.
 */
export function TimeUntil({ moment, now }: { moment: string; now: string }) {
  const leftMs = Date.parse(moment) - useNow(now).getTime()
  if (leftMs <= 0) return <b className="no-print">{t`Load the page again to see what came.`}</b>
  const time = timeInWords(leftMs)
  return (
    <b className="no-print">
      <Trans>Next in {time}.</Trans>
    </b>
  )
}

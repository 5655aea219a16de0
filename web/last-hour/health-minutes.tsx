import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { minutesInWords } from '#contract/jobs/extensions.ts'
import type { HealthMinute } from '#contract/status/endpoints.ts'
import { call } from '../api.ts'
import type { Loaded } from '../loaded.ts'
import { Axis } from '../reports/as-table.tsx'
import { useRefreshed } from '../reports/use-refreshed.ts'

const REFRESH_MS = 30_000
const MINUTE_MS = 60_000
const STATE_TEXTS: Record<HealthMinute['state'], string> = {
  up: t`Submitting worked`,
  degraded: t`Submitting worked for some only`,
  down: t`Submitting did not work`,
}
// These lengths are in units of the drawing, which is stretched to the width of the page.
const CHART_HEIGHT = 100
const COLUMN_WIDTH = 10
const COLUMN_GAP = 2
/** The height of a minute's bar. The worse the minute was, the lower is its bar. */
const BAR_HEIGHTS: Record<HealthMinute['state'], number> = { up: 100, degraded: 65, down: 35 }
/** The page lists at most this many disruptions. */
const MAX_SHOWN = 8

type Disruption = { from: string; words: string; minuteCount: number }

/** The periods in which submitting did not work for everyone, newest first. */
function disruptionsOf(minutes: HealthMinute[]): Disruption[] {
  const disruptions: Disruption[] = []
  let previousText = ''
  for (const { at: from, state, stopped } of minutes) {
    const words = stopped ? t`Stopped by the operator` : STATE_TEXTS[state]
    const lastDisruption = disruptions.at(-1)
    // This minute continues the disruption of the minute before.
    if (words === previousText && lastDisruption && state !== 'up') lastDisruption.minuteCount++
    else if (state !== 'up') disruptions.push({ from, words, minuteCount: 1 })
    previousText = words
  }
  return disruptions.reverse()
}

/** The time of day of a minute, with `addedMinutes` added to it. */
const timeOf = (minute: string, addedMinutes = 0) =>
  clockTime(new Date(Date.parse(minute) + addedMinutes * MINUTE_MS))

const COUNTED_STATES = [
  ['up', t`worked`],
  ['degraded', t`worked for some only`],
  ['down', t`did not work`],
] as const

const countsInWords = (minutes: HealthMinute[]) =>
  COUNTED_STATES.flatMap(([state, words]) => {
    const count = minutes.filter((minute) => minute.state === state).length
    return count > 0 ? [`${count} ${words}`] : []
  }).join(', ')

const HealthChart = ({ minutes }: { minutes: HealthMinute[] }) => (
  <svg
    className="last-hour-health mt2"
    viewBox={`0 0 ${minutes.length * COLUMN_WIDTH} ${CHART_HEIGHT}`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {minutes.map(({ at: minute, state }, index) => (
      <rect
        key={minute}
        className={`is-${state}`}
        x={index * COLUMN_WIDTH + COLUMN_GAP / 2}
        y={CHART_HEIGHT - BAR_HEIGHTS[state]}
        width={COLUMN_WIDTH - COLUMN_GAP}
        height={BAR_HEIGHTS[state]}
      />
    ))}
  </svg>
)

const DisruptionList = ({ disruptions }: { disruptions: Disruption[] }) => (
  <ul className="last-hour-spells small mt2">
    {disruptions.slice(0, MAX_SHOWN).map(({ from, words, minuteCount }) => (
      <li key={from}>
        <span className="num">
          {minuteCount === 1 ? timeOf(from) : t`${timeOf(from)} to ${timeOf(from, minuteCount - 1)}`}
        </span>{' '}
        {words} ({minutesInWords(minuteCount)})
      </li>
    ))}
    {disruptions.length > MAX_SHOWN && (
      <li className="quiet">
        <Trans>And {disruptions.length - MAX_SHOWN} more times before.</Trans>
      </li>
    )}
  </ul>
)

type Health = Reply<'GET /api/status/'>
/** The public status with the minutes of the last hour. */
export const fetchHealth = () => call('GET /api/status/', { query: { hours: '1' } })

/**
 * Shows for each minute of the last hour whether people could submit. The data is the portal's public status.
 */
export function HealthMinutes({ initial }: { initial: Loaded<Health> }) {
  const { data, hasFailed } = useRefreshed(fetchHealth, initial, REFRESH_MS)
  const minutes = data?.minutes ?? []
  const disruptions = disruptionsOf(minutes)
  return (
    <section aria-labelledby="health">
      <h2 id="health">
        <Trans>Minutes of health</Trans>
      </h2>
      {minutes.length === 0 ? (
        <p className="quiet">
          {hasFailed
            ? t`The minutes could not be loaded. The page tries again by itself.`
            : t`No minute has been counted yet.`}
        </p>
      ) : (
        <>
          <p>
            <Trans>
              Of the last {minutesInWords(minutes.length)}, {countsInWords(minutes)}. The last two minutes are
              still being counted.
            </Trans>
          </p>
          <HealthChart minutes={minutes} />
          <Axis names={minutes.map((minute) => timeOf(minute.at))} />
          {disruptions.length > 0 && <DisruptionList disruptions={disruptions} />}
        </>
      )}
    </section>
  )
}

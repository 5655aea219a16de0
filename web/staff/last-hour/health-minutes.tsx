import { clockTime } from '#contract/dates.ts'
import type { HealthMinute } from '#contract/status.ts'
import { call } from '../../api.ts'
import { useRefreshed } from '../figures/use-refreshed.ts'

const EVERY_MS = 30_000
const WORDS: Record<HealthMinute['state'], string> = { up: 'Submitting worked', degraded: 'Not for everyone', down: 'It did not work' }
const HIGH: Record<HealthMinute['state'], number> = { up: 100, degraded: 65, down: 35 }

const counted = (count: number, words: string) => `${count} ${count === 1 ? 'minute' : 'minutes'} ${words}`

/** How each minute of the last hour went for those who submit, as the public page of the portal's health tells it. */
export function HealthMinutes() {
  const { data } = useRefreshed('health', () => call('GET /api/status/', { query: { hours: '1' } }), EVERY_MS)
  if (!data || data.minutes.length === 0) return null
  const { minutes } = data
  const bad = minutes.filter(({ state }) => state !== 'up')
  return (
    <section aria-labelledby="health">
      <h2 id="health">Minutes of health</h2>
      <p className="mb2">
        {bad.length === 0
          ? `Submitting worked in each of the last ${counted(minutes.length, '').trim()}.`
          : [
              counted(minutes.length - bad.length, 'worked'),
              counted(bad.filter(({ state }) => state === 'degraded').length, 'worked for most'),
              counted(bad.filter(({ state }) => state === 'down').length, 'were down'),
            ].join(', ')}
      </p>
      <svg className="lh-health" viewBox={`0 0 ${minutes.length * 10} 100`} preserveAspectRatio="none" aria-hidden="true">
        {minutes.map(({ at, state }, index) => (
          <rect key={at} className={`is-${state}`} x={index * 10 + 1} y={100 - HIGH[state]} width={8} height={HIGH[state]} />
        ))}
      </svg>
      {bad.length > 0 && (
        <ul className="small mt2">
          {bad.slice(-10).map(({ at, state, stopped }) => (
            <li key={at}>
              <span className="num">{clockTime(new Date(at))}</span> {stopped ? 'Stopped by the operator' : WORDS[state]}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

import { clockTime } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { minutesInWords } from '#contract/jobs/extensions.ts'
import type { HealthMinute } from '#contract/status/endpoints.ts'
import { call } from '../api.ts'
import type { Loaded } from '../loaded.ts'
import { Axis } from '../reports/as-table.tsx'
import { useRefreshed } from '../reports/use-refreshed.ts'

const EVERY_MS = 30_000
const MINUTE_MS = 60_000
const WORDS: Record<HealthMinute['state'], string> = {
  up: 'Submitting worked',
  degraded: 'Submitting worked for some only',
  down: 'Submitting did not work',
}
const HIGH: Record<HealthMinute['state'], number> = { up: 100, degraded: 65, down: 35 }
const MOST = 8

type Spell = { from: string; words: string; minutes: number }

/** The periods when submitting did not work for everyone, the last first. */
function spellsOf(minutes: HealthMinute[]): Spell[] {
  const spells: Spell[] = []
  let before = ''
  for (const { at: from, state, stopped } of minutes) {
    const words = stopped ? 'Stopped by the operator' : WORDS[state]
    const last = spells.at(-1)
    if (words === before && last && state !== 'up') last.minutes++
    else if (state !== 'up') spells.push({ from, words, minutes: 1 })
    before = words
  }
  return spells.reverse()
}

const timeOf = (minute: string, later = 0) => clockTime(new Date(Date.parse(minute) + later * MINUTE_MS))

const COUNTED = [
  ['up', 'worked'],
  ['degraded', 'worked for some only'],
  ['down', 'did not work'],
] as const

const countsInWords = (minutes: HealthMinute[]) =>
  COUNTED.map(([state, words]) => [minutes.filter((minute) => minute.state === state).length, words] as const)
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join(', ')

const Drawing = ({ minutes }: { minutes: HealthMinute[] }) => (
  <svg
    className="lh-health mt2"
    viewBox={`0 0 ${minutes.length * 10} 100`}
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    {minutes.map(({ at: minute, state }, index) => (
      <rect
        key={minute}
        className={`is-${state}`}
        x={index * 10 + 1}
        y={100 - HIGH[state]}
        width={8}
        height={HIGH[state]}
      />
    ))}
  </svg>
)

const Spells = ({ spells }: { spells: Spell[] }) => (
  <ul className="lh-spells small mt2">
    {spells.slice(0, MOST).map(({ from, words, minutes: length }) => (
      <li key={from}>
        <span className="num">
          {length === 1 ? timeOf(from) : `${timeOf(from)} to ${timeOf(from, length - 1)}`}
        </span>{' '}
        {words} ({minutesInWords(length)})
      </li>
    ))}
    {spells.length > MOST && <li className="quiet">And {spells.length - MOST} more times before.</li>}
  </ul>
)

type Health = Reply<'GET /api/status/'>
export const fetchHealth = () => call('GET /api/status/', { query: { hours: '1' } })

/** How each minute of the last hour went for submissions, as the public status page shows it. */
export function HealthMinutes({ initial }: { initial: Loaded<Health> }) {
  const { data, stale } = useRefreshed(fetchHealth, initial, EVERY_MS)
  const minutes = data?.minutes ?? []
  const spells = spellsOf(minutes)
  return (
    <section aria-labelledby="health">
      <h2 id="health">Minutes of health</h2>
      {minutes.length === 0 ? (
        <p className="quiet">
          {stale
            ? 'The minutes could not be read. The page tries again by itself.'
            : 'No minute has been counted yet.'}
        </p>
      ) : (
        <>
          <p>
            Of the last {minutesInWords(minutes.length)}, {countsInWords(minutes)}. The last two minutes are
            still being counted.
          </p>
          <Drawing minutes={minutes} />
          <Axis names={minutes.map((minute) => timeOf(minute.at))} />
          {spells.length > 0 && <Spells spells={spells} />}
        </>
      )}
    </section>
  )
}

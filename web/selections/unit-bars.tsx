import { plural, t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { Shortfall } from '#contract/selections/result-endpoints.ts'
import { formatNumber } from '../ui/card.ts'

type Bar = { points: number; taken: number; reserve: number; not_taken: number }
type BarredUnit = {
  /** A number that no other unit on the page has. */
  code: number
  name: string
  seats: number
  filled: number
  people: number
  /** The points of the last person who was taken; null if no one was taken. */
  lowest: number | null
  shortfalls: Shortfall[]
  bars: Bar[]
}

const sumOf = ({ taken, reserve, not_taken }: Bar) => taken + reserve + not_taken

/** Draws a bar as three rectangles from the same start. The widest is behind, so that all can be seen. */
const BarShape = ({ bar, widest }: { bar: Bar; widest: number }) => (
  <svg className="sel-bar" viewBox={`0 0 ${widest} 1`} preserveAspectRatio="none" aria-hidden="true">
    <rect className="not-taken" width={sumOf(bar)} height="1" />
    <rect className="reserve" width={bar.taken + bar.reserve} height="1" />
    <rect className="taken" width={bar.taken} height="1" />
  </svg>
)

const Bars = ({ unit }: { unit: BarredUnit }) => {
  const widest = Math.max(...unit.bars.map(sumOf))
  return (
    <table className="sel-bars mt3">
      <caption className="sr-only">{t`How many people had how many points`}</caption>
      <thead>
        <tr>
          <th scope="col">{t`Points`}</th>
          <th scope="col">
            <span className="sr-only">{t`Picture`}</span>
          </th>
          <th scope="col">{t`People`}</th>
          <th scope="col">{t`Taken`}</th>
        </tr>
      </thead>
      <tbody>
        {unit.bars.map((bar) => (
          <tr key={bar.points} className={bar.points === unit.lowest ? 'is-line' : undefined}>
            <th scope="row" className="num">
              {bar.points}
            </th>
            <td>
              <BarShape bar={bar} widest={widest} />
            </td>
            <td className="num">{formatNumber(sumOf(bar))}</td>
            <td className="num">{formatNumber(bar.taken)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * A part of the rule that a unit could not keep, in words. `kept` is null if a small number could identify a
 * person. For the rule `seats` it is never null.
 */
export function shortfallWords(shortfall: Shortfall): string {
  const { rule, place, kept: exact } = shortfall
  const wanted = formatNumber(shortfall.asked)
  if (exact === null)
    return rule === 'gender'
      ? t`At most ${wanted} people of one gender were wanted. With these applicants it had to be more.`
      : t`At least ${wanted} persons with disabilities were wanted. With these applicants, fewer than that could be taken.`
  if (rule === 'seats')
    return exact === 0
      ? t`No one was in the pool for ${place}. Its seats are empty.`
      : plural(exact, {
          one: `${place} had ${wanted} seats, but only # person. The other seats are empty.`,
          other: `${place} had ${wanted} seats, but only # people. The other seats are empty.`,
        })
  const kept = formatNumber(exact)
  return rule === 'gender'
    ? t`At most ${wanted} people of one gender were wanted. With these applicants it had to be ${kept}.`
    : t`At least ${wanted} persons with disabilities were wanted. With these applicants, only ${kept} could be taken.`
}

const UnitSection = ({ unit }: { unit: BarredUnit }) => (
  <section className="sel-unit" aria-labelledby={`unit-${unit.code}`}>
    <h3 id={`unit-${unit.code}`}>{unit.name}</h3>
    <UnitResult unit={unit} />
  </section>
)

/** The result of one unit: its seats, the shares it could not keep, and the points of everyone. */
export const UnitResult = ({ unit }: { unit: BarredUnit }) => (
  <>
    <p className="num">
      {unit.lowest === null ? (
        <Trans>
          <b>{formatNumber(unit.filled)}</b> of {formatNumber(unit.seats)} seats filled from{' '}
          <Plural value={unit.people} one="# person" other="# people" />.
        </Trans>
      ) : (
        <Trans>
          <b>{formatNumber(unit.filled)}</b> of {formatNumber(unit.seats)} seats filled from{' '}
          <Plural value={unit.people} one="# person" other="# people" />. The last who was taken had{' '}
          <b>{unit.lowest}</b> points.
        </Trans>
      )}
    </p>
    {unit.shortfalls.map((shortfall) => (
      <p className="callout is-amber mt2" key={`${shortfall.rule} ${shortfall.place}`}>
        {shortfallWords(shortfall)}
      </p>
    ))}
    <Bars unit={unit} />
  </>
)

export const Legend = () => (
  <ul className="sel-legend small">
    {(
      [
        ['taken', t`taken`],
        ['reserve', t`reserve`],
        ['not-taken', t`not taken`],
      ] as const
    ).map(([kind, words]) => (
      <li key={kind}>
        <svg className="sel-swatch" viewBox="0 0 1 1" aria-hidden="true">
          <rect className={kind} width="1" height="1" />
        </svg>{' '}
        {words}
      </li>
    ))}
  </ul>
)

/** The points of everyone in each unit, with the line below the last who was taken. */
export const UnitBars = ({ units }: { units: BarredUnit[] }) => (
  <section className="band no-print" aria-labelledby="result">
    <h2 id="result">
      <Trans>The result</Trans>
    </h2>
    <Legend />
    <div className="sel-units">
      {units.map((unit) => (
        <UnitSection key={unit.code} unit={unit} />
      ))}
    </div>
  </section>
)

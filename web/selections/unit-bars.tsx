import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import type { ShownSelection } from './sample.server.ts'

type Unit = ShownSelection['units'][number]
type Bar = Unit['bars'][number]

const sumOf = ({ taken, reserve, not_taken }: Bar) => taken + reserve + not_taken

const BarShape = ({ bar, widest }: { bar: Bar; widest: number }) => (
  <svg className="sel-bar" viewBox={`0 0 ${widest} 1`} preserveAspectRatio="none" aria-hidden="true">
    <rect className="not-taken" width={sumOf(bar)} height="1" />
    <rect className="reserve" width={bar.taken + bar.reserve} height="1" />
    <rect className="taken" width={bar.taken} height="1" />
  </svg>
)

const Bars = ({ unit }: { unit: Unit }) => {
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
            <td className="num">{sumOf(bar)}</td>
            <td className="num">{bar.taken}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What could not be kept, in words. */
function shortfallWords(shortfall: Unit['shortfalls'][number]): string {
  const { rule, asked: wanted, kept } = shortfall
  const place = 'place' in shortfall ? shortfall.place : ''
  if (rule === 'seats')
    return t`${place} had ${wanted} seats, but only ${kept} people. The other seats are empty.`
  if (rule === 'gender')
    return t`At most ${wanted} people of one gender were wanted. With these applicants it had to be ${kept}.`
  return t`At least ${wanted} persons with disabilities were wanted. Among these applicants only ${kept} could be taken.`
}

const UnitSection = ({ unit }: { unit: Unit }) => (
  <section className="sel-unit" aria-labelledby={`unit-${unit.code}`}>
    <h3 id={`unit-${unit.code}`}>{unit.name}</h3>
    <p className="num">
      <Trans>
        <b>{unit.filled}</b> of {unit.seats} seats filled from{' '}
        <Plural value={unit.people} one="# person" other="# people" />. The last who was taken had{' '}
        <b>{unit.lowest}</b> points.
      </Trans>
    </p>
    {unit.shortfalls.map((shortfall) => (
      <p className="callout is-amber mt2" key={shortfall.rule}>
        {shortfallWords(shortfall)}
      </p>
    ))}
    <Bars unit={unit} />
  </section>
)

const Legend = () => (
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
export const UnitBars = ({ units }: { units: Unit[] }) => (
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

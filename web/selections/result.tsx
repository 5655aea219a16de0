import { t } from '@lingui/core/macro'
import { Plural, Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import { formatNumber } from '../ui/card.ts'
import { Counties } from './counties.tsx'
import type { ShownResult } from './result.server.ts'

type Unit = ShownResult['units'][number]

const UnitTable = ({ units }: { units: Unit[] }) => (
  <table className="sel-table mt4">
    <caption className="sr-only">{t`The result of each unit`}</caption>
    <thead>
      <tr>
        <th scope="col">{t`Where`}</th>
        <th scope="col">{t`Seats`}</th>
        <th scope="col">{t`Filled`}</th>
        <th scope="col">{t`People`}</th>
        <th scope="col">{t`Points of the last taken`}</th>
      </tr>
    </thead>
    <tbody>
      {units.map(({ number, name, county, path, seats, filled, people, lowest }) => (
        <tr key={number}>
          <th scope="row">
            <Link className="tap" to={path}>
              {name}
            </Link>
            {county && <span className="small quiet"> {county}</span>}
          </th>
          <td className="num">{formatNumber(seats)}</td>
          <td className="num">{formatNumber(filled)}</td>
          <td className="num">{formatNumber(people)}</td>
          <td className="num">{lowest ?? '–'}</td>
        </tr>
      ))}
    </tbody>
  </table>
)

const Shortfalls = ({ units }: { units: Unit[] }) => {
  const short = units.filter(({ shortfalls }) => shortfalls.length > 0)
  if (short.length === 0) return null
  return (
    <section className="band no-print" aria-labelledby="short">
      <h2 id="short">
        <Trans>What could not be kept</Trans>
      </h2>
      <ul className="mt3">
        {short.map(({ number, name, shortfalls }) => (
          <li key={number}>
            <b>{name}:</b> {shortfalls.join(' ')}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** A result that took effect: its sums, its units with a page for each, its shortfalls, and the counties. */
export const Result = ({ result }: { result: ShownResult }) => (
  <>
    <section className="band no-print" aria-labelledby="sums">
      <h2 id="sums">
        <Trans>The result</Trans>
      </h2>
      <p className="num mt2">
        <Trans>
          <b>{formatNumber(result.filled)}</b> of {formatNumber(result.seats)} seats filled from{' '}
          <Plural value={result.people} one="# person" other="# people" />. Each place has a page with the
          points of everyone.
        </Trans>
      </p>
      <UnitTable units={result.units} />
    </section>
    <Shortfalls units={result.units} />
    {result.counties && <Counties {...result.counties} />}
  </>
)

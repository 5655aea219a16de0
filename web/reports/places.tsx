import { Link } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { Bar, many } from './bar.tsx'
import { CountyMap } from './county-map.tsx'
import { STAGE_WORDS, SUMMED_STAGES, type SummedStage } from './stage-words.ts'

type County = Reply<'GET /api/staff/jobs/{id}/reports/'>['counties'][number]
type RowProps = {
  county: County
  by: SummedStage
  most: number
  open: boolean
  to: (code: number | undefined) => string
}

function Rows({ county, by, most, open, to }: RowProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <Link to={to(open ? undefined : county.code)} aria-expanded={open} preventScrollReset replace>
            {county.name}
          </Link>
        </th>
        <td className="fgr num">{many(county[by])}</td>
        <td className="fi-wide">
          <Bar part={county[by]} most={most} />
        </td>
      </tr>
      {open &&
        county.constituencies.map((it) => (
          <tr key={it.code} className="fi-inside">
            <th scope="row">
              <span className="vh">{county.name}: </span>
              {it.name}
            </th>
            <td className="fgr num">{many(it[by])}</td>
            <td className="fi-wide">
              <Bar part={it[by]} most={most} weak />
            </td>
          </tr>
        ))}
    </>
  )
}

type Props = {
  counties: County[]
  by: SummedStage
  open: number | undefined
  to: (code: number | undefined) => string
  toStage: (stage: SummedStage) => string
}

/**
 * Where applicants live, as a map and as a table, the largest county first. A county opens into its
 * constituencies.
 */
export function Places({ counties, by, open, to, toStage }: Props) {
  const some = counties
    .filter((county) => county[by] > 0 || county.code === open)
    .sort((left, right) => right[by] - left[by])
  return (
    <section aria-labelledby="places">
      <div className="fi-head">
        <h2 id="places">By county</h2>
        {counties.length > 0 && (
          <nav className="st-tabs" aria-label="Stage">
            {SUMMED_STAGES.map((stage) => (
              <Link
                key={stage}
                to={toStage(stage)}
                aria-current={stage === by ? 'page' : undefined}
                preventScrollReset
                replace
              >
                {STAGE_WORDS[stage]}
              </Link>
            ))}
          </nav>
        )}
      </div>
      {counties.length === 0 ? (
        <p className="empty">Nothing has been sent yet.</p>
      ) : (
        <div className="fi-places">
          <CountyMap counties={counties} by={by} open={open} to={to} />
          {some.length === 0 ? (
            <p className="empty">No one is {STAGE_WORDS[by].toLowerCase()} yet.</p>
          ) : (
            <table className="tbl fi-bars">
              <caption className="tiny quiet">
                {STAGE_WORDS[by]}, by where people live; {some.length} of {counties.length} counties. Open a
                county to see its constituencies.
              </caption>
              <thead className="vh">
                <tr>
                  <th scope="col">County</th>
                  <th scope="col">{STAGE_WORDS[by]}</th>
                  <th scope="col">Bar</th>
                </tr>
              </thead>
              <tbody>
                {some.map((county) => (
                  <Rows
                    key={county.code}
                    county={county}
                    by={by}
                    most={some[0]?.[by] ?? 0}
                    open={county.code === open}
                    to={to}
                  />
                ))}
              </tbody>
            </table>
          )}
        </div>
      )}
    </section>
  )
}

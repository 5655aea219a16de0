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
        county.constituencies.map((constituency) => (
          <tr key={constituency.code} className="fi-inside">
            <th scope="row">
              <span className="sr-only">{county.name}: </span>
              {constituency.name}
            </th>
            <td className="fgr num">{many(constituency[by])}</td>
            <td className="fi-wide">
              <Bar part={constituency[by]} most={most} weak />
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

const StageTabs = ({ by, toStage }: Pick<Props, 'by' | 'toStage'>) => (
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
)

function CountyTable({ counties, by, open, to }: Omit<Props, 'toStage'>) {
  const shown = counties
    .filter((county) => county[by] > 0 || county.code === open)
    .sort((left, right) => right[by] - left[by])
  if (shown.length === 0) return <p className="empty">No one is {STAGE_WORDS[by].toLowerCase()} yet.</p>
  return (
    <table className="tbl fi-bars">
      <caption className="tiny quiet">
        {STAGE_WORDS[by]}, by where people live; {shown.length} of {counties.length} counties. Open a county
        to see its constituencies.
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">County</th>
          <th scope="col">{STAGE_WORDS[by]}</th>
          <th scope="col">Bar</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((county) => (
          <Rows
            key={county.code}
            county={county}
            by={by}
            most={shown[0]?.[by] ?? 0}
            open={county.code === open}
            to={to}
          />
        ))}
      </tbody>
    </table>
  )
}

/**
 * Where applicants live, as a map and as a table, the largest county first. A county opens into its
 * constituencies.
 */
export const Places = ({ toStage, ...shown }: Props) => (
  <section aria-labelledby="places">
    <div className="fi-head">
      <h2 id="places">By county</h2>
      {shown.counties.length > 0 && <StageTabs by={shown.by} toStage={toStage} />}
    </div>
    {shown.counties.length === 0 ? (
      <p className="empty">Nothing has been sent yet.</p>
    ) : (
      <div className="fi-places">
        <CountyMap {...shown} />
        <CountyTable {...shown} />
      </div>
    )}
  </section>
)

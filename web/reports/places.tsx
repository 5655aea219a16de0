import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatNumber } from '../ui/card.ts'
import { Link } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { Bar } from './bar.tsx'
import { CountyMap } from './county-map.tsx'
import { STAGE_WORDS, SUMMED_STAGES, type SummedStage } from './stage-words.ts'

type County = Reply<'GET /api/staff/jobs/{id}/reports/'>['counties'][number]
/**
 * `max`: the count whose bar fills the width. `isOpen`: the constituencies are shown. `addressOf`: the page
 * with this county open, or with none open.
 */
type RowProps = {
  county: County
  stage: SummedStage
  max: number
  isOpen: boolean
  addressOf: (code: number | undefined) => string
}

function CountyRows({ county, stage, max, isOpen, addressOf }: RowProps) {
  return (
    <>
      <tr>
        <th scope="row">
          <Link
            to={addressOf(isOpen ? undefined : county.code)}
            aria-expanded={isOpen}
            preventScrollReset
            replace
          >
            {county.name}
          </Link>
        </th>
        <td className="fgr num">{formatNumber(county[stage])}</td>
        <td className="fi-wide">
          <Bar count={county[stage]} max={max} />
        </td>
      </tr>
      {isOpen &&
        county.constituencies.map((constituency) => (
          <tr key={constituency.code} className="fi-inside">
            <th scope="row">
              <span className="sr-only">{county.name}: </span>
              {constituency.name}
            </th>
            <td className="fgr num">{formatNumber(constituency[stage])}</td>
            <td className="fi-wide">
              <Bar count={constituency[stage]} max={max} isLight />
            </td>
          </tr>
        ))}
    </>
  )
}

/** `openCode`: the code of the open county. `stageAddressOf`: the page with the counts of this stage. */
type Props = {
  counties: County[]
  stage: SummedStage
  openCode: number | undefined
  addressOf: (code: number | undefined) => string
  stageAddressOf: (stage: SummedStage) => string
}

const StageTabs = ({ stage, stageAddressOf }: Pick<Props, 'stage' | 'stageAddressOf'>) => (
  <nav className="st-tabs" aria-label={t`Stage`}>
    {SUMMED_STAGES.map((entry) => (
      <Link
        key={entry}
        to={stageAddressOf(entry)}
        aria-current={entry === stage ? 'page' : undefined}
        preventScrollReset
        replace
      >
        {STAGE_WORDS[entry]}
      </Link>
    ))}
  </nav>
)

function CountyTable({ counties, stage, openCode, addressOf }: Omit<Props, 'stageAddressOf'>) {
  const shown = counties
    .filter((county) => county[stage] > 0 || county.code === openCode)
    .sort((left, right) => right[stage] - left[stage])
  if (shown.length === 0)
    return (
      <p className="empty">
        <Trans>No one is {STAGE_WORDS[stage].toLowerCase()} yet.</Trans>
      </p>
    )
  return (
    <table className="tbl fi-bars">
      <caption className="tiny quiet">
        <Trans>
          {STAGE_WORDS[stage]}, by where people live; {shown.length} of {counties.length} counties. Open a
          county to see its constituencies.
        </Trans>
      </caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">{t`County`}</th>
          <th scope="col">{STAGE_WORDS[stage]}</th>
          <th scope="col">{t`Bar`}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((county) => (
          <CountyRows
            key={county.code}
            county={county}
            stage={stage}
            max={shown[0]?.[stage] ?? 0}
            isOpen={county.code === openCode}
            addressOf={addressOf}
          />
        ))}
      </tbody>
    </table>
  )
}

/**
 * Where applicants live, as a map and as a table. The table has the largest county first, and a county in it
 * opens into its constituencies.
 */
export const Places = ({ stageAddressOf, ...shown }: Props) => (
  <section aria-labelledby="places">
    <div className="fi-head">
      <h2 id="places">{t`By county`}</h2>
      {shown.counties.length > 0 && <StageTabs stage={shown.stage} stageAddressOf={stageAddressOf} />}
    </div>
    {shown.counties.length === 0 ? (
      <p className="empty">{t`Nothing has been sent yet.`}</p>
    ) : (
      <div className="fi-places">
        <CountyMap {...shown} />
        <CountyTable {...shown} />
      </div>
    )}
  </section>
)

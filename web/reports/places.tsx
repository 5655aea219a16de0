import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'
import { formatNumber } from '../ui/card.ts'
import { Bar } from './bar.tsx'
import { CountyMap } from './county-map.tsx'
import { STAGE_WORDS, SUMMED_STAGES, type SummedStage } from './stage-words.ts'

type County = Reply<'GET /api/staff/jobs/{id}/reports/'>['counties'][number]

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

/** A row of the table: a county, or a constituency of the open county. */
type PlaceRow = { county: County; constituency?: County['constituencies'][number]; count: number }

/** The open county is followed by its constituencies. */
const placeRows = (counties: County[], stage: SummedStage, openCode: number | undefined): PlaceRow[] =>
  counties.flatMap((county) => [
    { county, count: county[stage] },
    ...(county.code === openCode
      ? county.constituencies.map((constituency) => ({ county, constituency, count: constituency[stage] }))
      : []),
  ])

type TableProps = Omit<Props, 'stageAddressOf'>

/** The name of a county opens its constituencies, or closes them again. */
function PlaceName({
  place,
  openCode,
  addressOf,
}: { place: PlaceRow } & Pick<TableProps, 'openCode' | 'addressOf'>) {
  const { county, constituency } = place
  const isOpen = county.code === openCode
  if (constituency)
    return (
      <span className="reports-inside">
        <span className="sr-only">{county.name}: </span>
        {constituency.name}
      </span>
    )
  return (
    <Link to={addressOf(isOpen ? undefined : county.code)} aria-expanded={isOpen} preventScrollReset replace>
      {county.name}
    </Link>
  )
}

/** `max`: the count whose bar fills the width. */
const placeColumns = ({ stage, openCode, addressOf }: TableProps, max: number): Column<PlaceRow>[] => [
  {
    header: t`County`,
    rowHeader: true,
    cell: (place) => <PlaceName place={place} openCode={openCode} addressOf={addressOf} />,
  },
  { header: STAGE_WORDS[stage], numeric: true, label: false, cell: ({ count }) => formatNumber(count) },
  {
    header: t`Bar`,
    label: false,
    className: 'reports-wide',
    cell: ({ count, constituency }) => <Bar count={count} max={max} isLight={constituency !== undefined} />,
  },
]

function CountyTable(props: TableProps) {
  const { counties, stage, openCode } = props
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
    <DataTable
      layout="bars"
      caption={
        <Trans>
          {STAGE_WORDS[stage]}, by where people live; {shown.length} of {counties.length} counties. Open a
          county to see its constituencies.
        </Trans>
      }
      columns={placeColumns(props, shown[0]?.[stage] ?? 0)}
      rows={placeRows(shown, stage, openCode)}
      rowKey={({ county, constituency }) => `${county.code} ${constituency?.code ?? ''}`}
    />
  )
}

/**
 * Where applicants live, as a map and as a table. The table has the largest county first, and a county in it
 * opens into its constituencies.
 */
export const Places = ({ stageAddressOf, ...shown }: Props) => (
  <section aria-labelledby="places">
    <div className="reports-head">
      <h2 id="places">{t`By county`}</h2>
      {shown.counties.length > 0 && <StageTabs stage={shown.stage} stageAddressOf={stageAddressOf} />}
    </div>
    {shown.counties.length === 0 ? (
      <p className="empty">{t`Nothing has been sent yet.`}</p>
    ) : (
      <div className="reports-places">
        <CountyMap {...shown} />
        <CountyTable {...shown} />
      </div>
    )}
  </section>
)

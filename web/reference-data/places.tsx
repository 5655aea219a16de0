import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReferencePlace } from '#contract/reference-data/staff-endpoints.ts'
import type { Loaded } from '../loaded.ts'
import { staffPaths } from '../staff-paths.ts'
import type { Column } from '../staff-ui/data-table.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { ListTable } from './list-table.tsx'
import { PlaceDialog, type PlaceList } from './place-dialog.tsx'

/** The codes of the chosen county and constituency; empty if none is chosen. */
export type Chosen = { county: string; constituency: string }
type Places = Loaded<ReferencePlace[]>

/** The address of the places in a county or constituency; without one, of all counties. */
const placesAddress = (county?: number | string, constituency?: number) => {
  const countyQuery = county ? `&county=${county}` : ''
  const constituencyQuery = constituency ? `&constituency=${constituency}` : ''
  return `${staffPaths.referenceData}?list=places${countyQuery}${constituencyQuery}`
}

/** The name of a place; its code if the address has an unknown one. */
const nameOf = (places: ReferencePlace[], code: string) =>
  places.find((place) => String(place.code) === code)?.name ?? code

type BreadcrumbProps = { counties: ReferencePlace[]; constituencies: Places; chosen: Chosen }

/** Links that lead from all counties to the places that are shown. */
const Breadcrumb = ({ counties, constituencies, chosen: { county, constituency } }: BreadcrumbProps) => (
  <nav className="st-way" aria-label={t`Places`}>
    <Link to={placesAddress()}>
      <Trans>Counties</Trans>
    </Link>
    {constituency ? (
      <Link to={placesAddress(county)}>{nameOf(counties, county)}</Link>
    ) : (
      <span aria-current="page">{nameOf(counties, county)}</span>
    )}
    {constituency && (
      <span aria-current="page">
        {constituencies.data ? nameOf(constituencies.data, constituency) : t`Constituency ${constituency}`}
      </span>
    )}
  </nav>
)

/** The words of the link from a place to the smaller places in it; a ward has none. */
const INNER_LIST_WORDS = { counties: t`Constituencies`, constituencies: t`Wards`, wards: undefined }

const columnsFor = (list: PlaceList, county: string): Column<ReferencePlace>[] => {
  const innerWords = INNER_LIST_WORDS[list]
  const code: Column<ReferencePlace> = {
    header: t`Code`,
    cell: (place) => <span className="num">{place.code}</span>,
  }
  if (!innerWords) return [code]
  return [
    code,
    {
      header: innerWords,
      cell: (place) => (
        <Link to={county ? placesAddress(county, place.code) : placesAddress(place.code)}>
          {innerWords}
          <span className="sr-only">
            {' '}
            <Trans>of {place.name}</Trans>
          </span>
        </Link>
      ),
    },
  ]
}

/** The list of places to show: those inside the chosen constituency or county. */
const shownList = ({ county, constituency }: Chosen): PlaceList => {
  if (constituency) return 'wards'
  return county ? 'constituencies' : 'counties'
}

type Props = {
  counties: ReferencePlace[]
  constituencies: Places
  wards: Places
  chosen: Chosen
  onReload: () => void
  onRenamed: (message: string) => void
}

/** All counties, the constituencies of one, or the wards of one. Places can only be renamed. */
export function Places({ counties, constituencies, wards, chosen, onReload, onRenamed }: Props) {
  const [editing, setEditing] = useState<ReferencePlace>()
  const list = shownList(chosen)
  // The counties are loaded already. The other two lists may have failed to load.
  const { data, error } = { counties: { data: counties, error: undefined }, constituencies, wards }[list]
  return (
    <>
      {chosen.county && <Breadcrumb counties={counties} constituencies={constituencies} chosen={chosen} />}
      {error !== undefined && <LoadFailed subject={t`The list`} onRetry={onReload} />}
      {data && (
        <ListTable
          label={list}
          rows={data}
          rowKey={({ code }) => code}
          nameOf={({ name }) => name}
          columns={columnsFor(list, chosen.county)}
          onEdit={setEditing}
          emptyWords={t`There is no such place.`}
        />
      )}
      {editing && (
        <PlaceDialog
          list={list}
          place={editing}
          onClose={() => setEditing(undefined)}
          onRenamed={({ name }) => {
            setEditing(undefined)
            onRenamed(t`It is now called ${name}.`)
          }}
        />
      )}
    </>
  )
}

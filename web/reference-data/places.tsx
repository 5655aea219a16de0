import { useState } from 'react'
import { Link } from 'react-router'
import type { ReferencePlace } from '#contract/reference-data/staff-endpoints.ts'
import type { Loaded } from '../loaded.ts'
import { paths } from '../paths.ts'
import type { Column } from '../staff-ui/data-table.tsx'
import { LoadFailed } from '../staff-ui/loading.tsx'
import { ListTable } from './list-table.tsx'
import { PlaceDialog, type PlaceList } from './place-dialog.tsx'

export type Chosen = { county: string; constituency: string }
type Places = Loaded<ReferencePlace[]>

const address = (county?: number | string, constituency?: number) =>
  `${paths.staffReferenceData}?list=places${county ? `&county=${county}` : ''}${constituency ? `&constituency=${constituency}` : ''}`

const nameOf = (places: ReferencePlace[], code: string) =>
  places.find((place) => String(place.code) === code)?.name ?? code

type WayProps = { counties: ReferencePlace[]; constituencies: Places; chosen: Chosen }

/** The way from all counties to the shown places. */
const Way = ({ counties, constituencies, chosen: { county, constituency } }: WayProps) => (
  <nav className="st-way" aria-label="Places">
    <Link to={address()}>Counties</Link>
    {constituency ? (
      <Link to={address(county)}>{nameOf(counties, county)}</Link>
    ) : (
      <span aria-current="page">{nameOf(counties, county)}</span>
    )}
    {constituency && (
      <span aria-current="page">
        {constituencies.data ? nameOf(constituencies.data, constituency) : `Constituency ${constituency}`}
      </span>
    )}
  </nav>
)

const INSIDE = { counties: 'Constituencies', constituencies: 'Wards', wards: undefined }

const columnsFor = (list: PlaceList, county: string): Column<ReferencePlace>[] => {
  const inside = INSIDE[list]
  const code: Column<ReferencePlace> = {
    header: 'Code',
    cell: (place) => <span className="num">{place.code}</span>,
  }
  if (!inside) return [code]
  return [
    code,
    {
      header: inside,
      cell: (place) => (
        <Link to={county ? address(county, place.code) : address(place.code)}>
          {inside}
          <span className="sr-only"> of {place.name}</span>
        </Link>
      ),
    },
  ]
}

const listIn = ({ county, constituency }: Chosen): PlaceList => {
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

/** Counties, the constituencies in one, and the wards in one of these. They can only be renamed. */
export function Places({ counties, constituencies, wards, chosen, onReload, onRenamed }: Props) {
  const [editing, setEditing] = useState<ReferencePlace>()
  const list = listIn(chosen)
  const { data, error } = { counties: { data: counties, error: undefined }, constituencies, wards }[list]
  return (
    <>
      {chosen.county && <Way counties={counties} constituencies={constituencies} chosen={chosen} />}
      {error !== undefined && <LoadFailed subject="The list" onRetry={onReload} />}
      {data && (
        <ListTable
          label={list}
          rows={data}
          rowKey={({ code }) => code}
          nameOf={({ name }) => name}
          columns={columnsFor(list, chosen.county)}
          onEdit={setEditing}
          none="There is no such place."
        />
      )}
      {editing && (
        <PlaceDialog
          list={list}
          place={editing}
          onClose={() => setEditing(undefined)}
          onRenamed={({ name }) => {
            setEditing(undefined)
            onRenamed(`It is now called ${name}.`)
          }}
        />
      )}
    </>
  )
}

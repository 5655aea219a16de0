import { useState } from 'react'
import { Link } from 'react-router'
import type { ReferencePlace } from '#contract/reference-data/staff-endpoints.ts'
import { paths } from '../paths.ts'
import { Unread } from '../staff-ui/loading.tsx'
import { ListTable } from './list-table.tsx'
import { PlaceDialog, type PlaceList } from './place-dialog.tsx'
import { usePlaces } from './use-places.ts'

const address = (county?: number | string, constituency?: number) =>
  `${paths.staffReferenceData}?list=places${county ? `&county=${county}` : ''}${constituency ? `&constituency=${constituency}` : ''}`

type Props = {
  counties: ReferencePlace[]
  county: string
  constituency: string
  onRenamed: (said: string) => void
}

/** Counties, the constituencies in one, and the wards in one of these. They can only be renamed. */
export function Places({ counties, county, constituency, onRenamed }: Props) {
  const [round, setRound] = useState(0)
  const [editing, setEditing] = useState<ReferencePlace>()
  const constituencies = usePlaces('county', county, round)
  const wards = usePlaces('constituency', constituency, round)
  const list: PlaceList = constituency ? 'wards' : county ? 'constituencies' : 'counties'
  const answer = constituency ? wards : constituencies
  const nameOf = (places: ReferencePlace[], code: string) =>
    places.find((entry) => String(entry.code) === code)?.name ?? code
  const shown = list === 'counties' ? counties : answer.state === 'here' ? answer.data : undefined
  const inside = { counties: 'Constituencies', constituencies: 'Wards', wards: undefined }[list]
  return (
    <>
      {county && (
        <nav className="st-way" aria-label="Places">
          <Link to={address()}>Counties</Link>
          {constituency ? (
            <Link to={address(county)}>{nameOf(counties, county)}</Link>
          ) : (
            <span aria-current="page">{nameOf(counties, county)}</span>
          )}
          {constituency && (
            <span aria-current="page">
              {constituencies.state === 'here'
                ? nameOf(constituencies.data, constituency)
                : `Constituency ${constituency}`}
            </span>
          )}
        </nav>
      )}
      {answer.state === 'failed' && <Unread what="The list" again={answer.again} />}
      {shown && (
        <ListTable
          label={list}
          heads={['Name', 'Code', ...(inside ? [inside] : [])]}
          none="There is no such place."
          rows={shown.map((it) => ({
            id: it.code,
            name: it.name,
            cells: [
              <span className="num" key="code">
                {it.code}
              </span>,
              ...(inside
                ? [
                    <Link key="inside" to={county ? address(county, it.code) : address(it.code)}>
                      {inside}
                      <span className="vh"> of {it.name}</span>
                    </Link>,
                  ]
                : []),
            ],
            onEdit: () => setEditing(it),
          }))}
        />
      )}
      {editing && (
        <PlaceDialog
          list={list}
          it={editing}
          onClose={() => setEditing(undefined)}
          onRenamed={({ name }) => {
            setEditing(undefined)
            setRound(round + 1)
            onRenamed(`It is now called ${name}.`)
          }}
        />
      )}
    </>
  )
}

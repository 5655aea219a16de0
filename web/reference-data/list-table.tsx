import { Fragment, type ReactNode } from 'react'
import { WideTable } from '../staff-ui/wide-table.tsx'

type Row = { id: number; name: string; cells: ReactNode[]; off?: boolean; onEdit: () => void }
type Props = { label: string; heads: string[]; rows: Row[]; none: string }

/** One list as a dense table. The name opens the entry; a switched-off entry is pale and says so. */
export function ListTable({ label, heads, rows, none }: Props) {
  if (rows.length === 0) return <p className="empty">{none}</p>
  return (
    <WideTable
      label={label}
      heads={heads}
      rows={rows.map(({ id, name, cells, off = false, onEdit }) => ({
        key: id,
        off,
        cells: [
          <Fragment key="name">
            <button className="link st-name" type="button" onClick={onEdit}>
              <span className="vh">Edit </span>
              {name}
            </button>
            {off && ' (switched off)'}
          </Fragment>,
          ...cells,
        ],
      }))}
    />
  )
}

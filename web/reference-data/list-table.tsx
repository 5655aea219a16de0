import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Column, DataTable } from '../staff-ui/data-table.tsx'

type Props<T> = {
  label: string
  rows: readonly T[]
  rowKey: (row: T) => number
  nameOf: (row: T) => string
  /** The columns of the list after the name of an entry. */
  columns: readonly Column<T>[]
  isOff?: (row: T) => boolean
  onEdit: (row: T) => void
  emptyWords: string
}

/** A list as a dense table. The name opens the entry. A switched-off entry is pale, and a word says so. */
export function ListTable<T>({
  label,
  rows,
  rowKey,
  nameOf,
  columns,
  isOff = () => false,
  onEdit,
  emptyWords,
}: Props<T>) {
  if (rows.length === 0) return <p className="empty">{emptyWords}</p>
  const name: Column<T> = {
    header: t`Name`,
    cell: (row) => (
      <>
        <button className="link st-name" type="button" onClick={() => onEdit(row)}>
          <span className="sr-only">
            <Trans>Edit</Trans>{' '}
          </span>
          {nameOf(row)}
        </button>
        {isOff(row) && ` ${t`(switched off)`}`}
      </>
    ),
  }
  return <DataTable label={label} columns={[name, ...columns]} rows={rows} rowKey={rowKey} isOff={isOff} />
}

import type { ReactNode } from 'react'

export type Column<T> = {
  header: string
  cell: (row: T) => ReactNode
  /** Aligned at the right. */
  numeric?: boolean
  /** The column's name on a phone, where it differs from the header. */
  label?: string
  /** Buttons: the header is for screen readers only. */
  actions?: boolean
  className?: string
}

type Props<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string | number
  /** Rows that no longer count are drawn quietly. */
  isOff?: (row: T) => boolean
  /**
   * `wide`: on a phone each row is a block, and every cell has its column's name; at medium widths the table
   * scrolls sideways, also by keyboard. `list`: on a phone each row is one or two lines of values.
   */
  layout?: 'wide' | 'list'
  className?: string
}

const LAYOUTS = {
  wide: { table: 'tbl st-wide', header: 'is-number', cell: 'is-number' },
  list: { table: 'tbl st-jobs', header: 'fgr', cell: 'num fgr' },
}

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined

/** The table of the staff pages: `columns` say what each cell shows, and `layout` how a phone shows a row. */
export function DataTable<T>({ label, columns, rows, rowKey, isOff, layout = 'wide', className }: Props<T>) {
  const style = LAYOUTS[layout]
  const table = (
    <table className={classes(style.table, className)} aria-label={layout === 'list' ? label : undefined}>
      <thead>
        <tr>
          {columns.map(({ header, numeric, actions }) => (
            <th scope="col" key={header} className={classes(numeric && style.header)}>
              {actions ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={classes(isOff?.(row) && 'off')}>
            {/* The first cell is what the row is called, so it needs no label on a phone. */}
            {columns.map((column, index) => (
              <td
                key={column.header}
                className={classes(column.numeric && style.cell, column.className)}
                data-label={index > 0 && !column.actions ? (column.label ?? column.header) : undefined}
              >
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (layout === 'list') return table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
    <div className="st-scroll" role="region" aria-label={label} tabIndex={0}>
      {table}
    </div>
  )
}

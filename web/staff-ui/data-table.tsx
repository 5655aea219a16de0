import type { ReactNode } from 'react'

export type Column<T> = {
  header: string
  cell: (row: T) => ReactNode
  /** True if the cells are aligned at the right, as numbers are. */
  numeric?: boolean
  /** The name of the column on a phone, if it differs from the header. */
  label?: string
  /** True for a column of buttons, whose header only screen readers read. */
  actions?: boolean
  className?: string
}

type Props<T> = {
  label: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string | number
  /** Rows that no longer count, such as ended ones, are drawn pale. */
  isOff?: (row: T) => boolean
  /**
   * How the table is laid out. `wide`: on a phone each row is a block, and each cell has the name of its
   * column. At medium widths the table scrolls sideways. `list`: on a phone each row is one or two lines of
   * values.
   */
  layout?: 'wide' | 'list'
  className?: string
}

/** The classes of each layout: of the table, and of the headers and the cells of numeric columns. */
const LAYOUTS = {
  wide: { table: 'tbl st-stack st-wide', header: 'is-number', cell: 'is-number' },
  list: { table: 'tbl st-stack st-jobs', header: 'fgr', cell: 'num fgr' },
}

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined

/** The table of the staff pages. `columns`: what each cell shows. `layout`: how a phone shows a row. */
export function DataTable<T>({ label, columns, rows, rowKey, isOff, layout = 'wide', className }: Props<T>) {
  const layoutClasses = LAYOUTS[layout]
  // A wide table needs no label, because the region around it has one.
  const tableLabel = layout === 'list' ? label : undefined
  const table = (
    <table className={classes(layoutClasses.table, className)} aria-label={tableLabel}>
      <thead>
        <tr>
          {columns.map(({ header, numeric, actions }) => (
            <th scope="col" key={header} className={classes(numeric && layoutClasses.header)}>
              {actions ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className={classes(isOff?.(row) && 'off')}>
            {/* The first cell names the row, so it needs no label on a phone. */}
            {columns.map((column, index) => (
              <td
                key={column.header}
                className={classes(column.numeric && layoutClasses.cell, column.className)}
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

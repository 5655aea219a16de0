import type { ReactNode } from 'react'

export type Column<T> = {
  header: string
  cell: (row: T) => ReactNode
  /** True if the cells are aligned at the right, as numbers are. */
  numeric?: boolean
  /** The name of the column on a phone, if it differs from the header. False if the cell needs none. */
  label?: string | false | ((row: T) => string)
  /** True for the column whose cells are the headers of their rows. */
  rowHeader?: boolean
  /** True for a column of buttons or bars, whose header only screen readers read. */
  actions?: boolean
  className?: string | ((row: T) => string)
}

type Layout = 'wide' | 'list' | 'report' | 'bars'

type Props<T> = {
  /** Names a `wide` table or a `list` to screen readers. The others have a heading or a caption. */
  label?: string
  caption?: ReactNode
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string | number
  /** Rows that no longer count, such as ended ones, are drawn pale. */
  isOff?: (row: T) => boolean
  /**
   * How the table is laid out. `wide`: on a phone each row is a block, and each cell has the name of its
   * column. At medium widths the table scrolls sideways. `list`: on a phone each row is one or two lines of
   * values. `report`: the same for a table of numbers, where `className` lays out the row. `bars`: each row
   * is one line with a bar, on every screen.
   */
  layout?: Layout
  className?: string
}

/** The classes of each layout: of the table, its head, and the headers and the cells of numeric columns. */
const LAYOUTS: Record<Layout, { table: string; head?: string; header?: string; cell: string }> = {
  wide: { table: 'tbl st-stack st-wide', header: 'is-number', cell: 'is-number' },
  list: { table: 'tbl st-stack st-jobs', header: 'fgr', cell: 'num fgr' },
  report: { table: 'tbl st-stack', header: 'fgr', cell: 'num fgr' },
  bars: { table: 'tbl reports-bars', head: 'sr-only', cell: 'num fgr' },
}

const classes = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ') || undefined

/** The name of a column on a phone. The first cell names the row, so it needs none. */
function labelOf<T>({ label, header, actions, rowHeader }: Column<T>, row: T, index: number) {
  if (index === 0 || actions || rowHeader || label === false) return undefined
  return typeof label === 'function' ? label(row) : (label ?? header)
}

type CellProps<T> = { column: Column<T>; row: T; index: number; numberClass: string }

function Cell<T>({ column, row, index, numberClass }: CellProps<T>) {
  if (column.rowHeader) return <th scope="row">{column.cell(row)}</th>
  const ownClass = typeof column.className === 'function' ? column.className(row) : column.className
  return (
    <td className={classes(column.numeric && numberClass, ownClass)} data-label={labelOf(column, row, index)}>
      {column.cell(row)}
    </td>
  )
}

/** The table of the staff pages. `columns`: what each cell shows. `layout`: how a phone shows a row. */
export function DataTable<T>(props: Props<T>) {
  const { label, caption, columns, rows, rowKey, isOff, layout = 'wide', className } = props
  const layoutClasses = LAYOUTS[layout]
  // A wide table needs no label, because the region around it has one.
  const tableLabel = layout === 'list' ? label : undefined
  const table = (
    <table className={classes(layoutClasses.table, className)} aria-label={tableLabel}>
      {caption && <caption className="tiny quiet">{caption}</caption>}
      <thead className={layoutClasses.head}>
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
            {columns.map((column, index) => (
              <Cell key={column.header} {...{ column, row, index }} numberClass={layoutClasses.cell} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
  if (layout !== 'wide') return table
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that a keyboard can scroll it
    <div className="st-scroll" role="region" aria-label={label} tabIndex={0}>
      {table}
    </div>
  )
}

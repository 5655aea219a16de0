import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { type Address, FIRST_PAGE, writeAddress } from './address.ts'
import { type ColumnName, columnOf } from './columns.tsx'
import type { Go } from './use-address.ts'
import { type Cursor, rowId } from './use-cursor.ts'
import type { Selection } from './use-selection.ts'

type Props = {
  rows: ReviewRow[]
  columns: ColumnName[]
  address: Address
  go: Go
  cursor: Cursor
  selection: Selection
  isUnread: (row: ReviewRow) => boolean
  waiting: boolean
}

/** Upwards while ascending, downwards while descending; both faint when the column can be sorted. */
const SortMark = () => (
  <svg className="rv-sort" viewBox="0 0 8 12" aria-hidden="true">
    <path className="is-up" d="M4 1l3.5 4.5h-7z" />
    <path className="is-down" d="M4 11L.5 6.5h7z" />
  </svg>
)

const ariaSort = (isSorted: boolean, down: boolean) => {
  if (!isSorted) return undefined
  return down ? 'descending' : 'ascending'
}

function HeadCell({ name, address, go }: { name: ColumnName; address: Address; go: Go }) {
  const { words, sort, right } = columnOf(name)
  const here = sort !== undefined && (address.sort ?? 'sent') === sort
  const turned = { sort: sort === 'sent' ? undefined : sort, down: here && !address.down, ...FIRST_PAGE }
  return (
    <th
      scope="col"
      className={`c-${name}${right ? ' is-right' : ''}`}
      aria-sort={ariaSort(here, address.down)}
    >
      {sort ? (
        <button type="button" onClick={() => go(turned)}>
          {words}
          <SortMark />
        </button>
      ) : (
        words
      )}
    </th>
  )
}

type TickProps = Pick<Props, 'rows' | 'selection'> & { row: ReviewRow; name: string; inTabOrder: boolean }

/** The box that selects a row; with Shift, all rows up to it. */
const TickCell = ({ row, rows, selection, name, inTabOrder }: TickProps) => (
  <td className="tick">
    <label className="hit">
      <input
        type="checkbox"
        tabIndex={inTabOrder ? 0 : -1}
        aria-label={`Select ${name}${row.read_by_me ? '' : ', unread'}`}
        checked={selection.has(row.id)}
        onChange={(event) =>
          selection.toggle(row, rows, (event.nativeEvent as globalThis.MouseEvent).shiftKey)
        }
      />
    </label>
  </td>
)

function Row({ row, first, ...table }: Props & { row: ReviewRow; first: boolean }) {
  const { address, cursor, selection, rows } = table
  const isOpen = address.open === row.id
  const here = cursor.row ? cursor.row.id === row.id : first
  const chosen = selection.has(row.id)
  const name = row.name ? `${row.reference}, ${row.name}` : row.reference
  const open = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    cursor.open(row.id)
  }
  // Not a link laid over the row: in WebKit a row cannot contain a positioned child, and the links of all
  // rows would cover the page.
  const openByRow = (event: MouseEvent<HTMLElement>) => {
    const onControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (!onControl && getSelection()?.isCollapsed !== false) open(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
    // jsx-a11y/no-noninteractive-element-interactions -- its link is there for the keys
    <tr
      className={
        [isOpen && 'cur', chosen && 'sel', table.isUnread(row) && 'new'].filter(Boolean).join(' ') ||
        undefined
      }
      onFocus={() => cursor.set(row.id)}
      onClick={openByRow}
    >
      <TickCell {...{ row, rows, selection }} name={name} inTabOrder={here} />
      <td className="c-reference num">
        <Link
          className="rv-open"
          id={rowId(row.id)}
          to={`?${writeAddress({ ...address, open: row.id })}`}
          preventScrollReset
          tabIndex={here ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          onClick={open}
        >
          {row.reference}
        </Link>
      </td>
      {table.columns.map((column) => (
        <td key={column} className={`c-${column}${columnOf(column).right ? ' is-right' : ''}`}>
          {columnOf(column).cell(row)}
        </td>
      ))}
    </tr>
  )
}

const ARROWS: Record<string, (cursor: Cursor) => void> = {
  ArrowDown: (cursor) => cursor.move(1),
  ArrowUp: (cursor) => cursor.move(-1),
  Home: (cursor) => cursor.to('first'),
  End: (cursor) => cursor.to('last'),
}

/** A page of applications. One row at a time is in the tab order; the arrow keys go from row to row. */
export function Table(props: Props) {
  const { rows, columns, address, go, cursor, selection, waiting } = props
  const onPage = rows.filter((row) => selection.has(row.id)).length
  const arrows = (event: KeyboardEvent) => {
    const action = ARROWS[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action(cursor)
  }
  return (
    <table className="rv-tbl" aria-label="Applications" aria-busy={waiting}>
      <thead>
        <tr>
          <th className="tick" scope="col">
            <label className="hit">
              <input
                type="checkbox"
                aria-label="Select all on this page"
                checked={onPage > 0 && onPage === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = onPage > 0 && onPage < rows.length
                }}
                onChange={(event) => selection.page(rows, event.target.checked)}
              />
            </label>
          </th>
          <th scope="col" className="c-reference">
            Reference
          </th>
          {columns.map((name) => (
            <HeadCell key={name} name={name} address={address} go={go} />
          ))}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions,
          jsx-a11y/no-noninteractive-element-interactions -- the arrows of the links in it */}
      <tbody onKeyDown={arrows}>
        {rows.map((row, index) => (
          <Row key={row.id} {...props} row={row} first={index === 0} />
        ))}
      </tbody>
    </table>
  )
}

import type { KeyboardEvent, MouseEvent } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
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
  isWaiting: boolean
}

/** Two pale triangles on a column that can be sorted. A sorted column shows its direction by a dark one. */
const SortMark = () => (
  <svg className="review-sort" viewBox="0 0 8 12" aria-hidden="true">
    <path className="is-up" d="M4 1l3.5 4.5h-7z" />
    <path className="is-down" d="M4 11L.5 6.5h7z" />
  </svg>
)

const ariaSort = (isSorted: boolean, isDescending: boolean) => {
  if (!isSorted) return undefined
  return isDescending ? 'descending' : 'ascending'
}

function HeadCell({ name, address, go }: { name: ColumnName; address: Address; go: Go }) {
  const { words, sort, alignRight } = columnOf(name)
  const isSorted = sort !== undefined && (address.sort ?? 'sent') === sort
  // The address leaves out the usual order. Sorting by the same column again reverses the order.
  const nextOrder = {
    sort: sort === 'sent' ? undefined : sort,
    descending: isSorted && !address.descending,
  }
  return (
    <th
      scope="col"
      className={`column-${name}${alignRight ? ' is-right' : ''}`}
      aria-sort={ariaSort(isSorted, address.descending)}
    >
      {sort ? (
        <button type="button" onClick={() => go({ ...nextOrder, ...FIRST_PAGE })}>
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

/** React's change event of a checkbox contains the click, which knows whether Shift was pressed. */
const isWithShift = (event: Event) => event instanceof globalThis.MouseEvent && event.shiftKey

/** The checkbox of a row. With Shift, it selects every row from the last toggled one to this one. */
const TickCell = ({ row, rows, selection, name, inTabOrder }: TickProps) => (
  <td className="tick">
    <label className="hit">
      <input
        type="checkbox"
        tabIndex={inTabOrder ? 0 : -1}
        aria-label={row.read_by_me ? t`Select ${name}` : t`Select ${name}, unread`}
        checked={selection.has(row.id)}
        onChange={(event) => selection.toggle(row, rows, isWithShift(event.nativeEvent))}
      />
    </label>
  </td>
)

function Row({ row, isFirst, ...table }: Props & { row: ReviewRow; isFirst: boolean }) {
  const { address, cursor, selection, rows } = table
  const isOpen = address.openId === row.id
  const isCurrent = cursor.row ? cursor.row.id === row.id : isFirst
  const isSelected = selection.has(row.id)
  const name = row.name ? `${row.reference}, ${row.name}` : row.reference
  const open = (event: MouseEvent) => {
    // With a modifier key or another mouse button, the browser does what it does with any link.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    cursor.open(row.id)
  }
  // The row is not covered by a link. In WebKit a row cannot contain a positioned child, so the links of all
  // rows would cover the page.
  const openByRow = (event: MouseEvent<HTMLElement>) => {
    const isOnControl = event.target instanceof Element && event.target.closest('a, button, input, label')
    // A press that selects text in a row does not open the application.
    const hasSelectedText = getSelection()?.isCollapsed === false
    if (!isOnControl && !hasSelectedText) open(event)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events,
    // jsx-a11y/no-noninteractive-element-interactions -- the link in the row can be used with the keys
    <tr
      className={
        [isOpen && 'cur', isSelected && 'sel', table.isUnread(row) && 'new'].filter(Boolean).join(' ') ||
        undefined
      }
      onFocus={() => cursor.setCurrent(row.id)}
      onClick={openByRow}
    >
      <TickCell {...{ row, rows, selection }} name={name} inTabOrder={isCurrent} />
      <td className="column-reference num">
        <Link
          className="review-open"
          id={rowId(row.id)}
          to={`?${writeAddress({ ...address, openId: row.id })}`}
          preventScrollReset
          tabIndex={isCurrent ? 0 : -1}
          aria-current={isOpen ? 'true' : undefined}
          onClick={open}
        >
          {row.reference}
        </Link>
      </td>
      {table.columns.map((column) => (
        <td key={column} className={`column-${column}${columnOf(column).alignRight ? ' is-right' : ''}`}>
          {columnOf(column).cell(row)}
        </td>
      ))}
    </tr>
  )
}

const ARROW_ACTIONS: Record<string, (cursor: Cursor) => void> = {
  ArrowDown: (cursor) => cursor.move(1),
  ArrowUp: (cursor) => cursor.move(-1),
  Home: (cursor) => cursor.goTo('first'),
  End: (cursor) => cursor.goTo('last'),
}

/**
 * A page of the table of applications. One row at a time is in the tab order, and the arrow keys move from
 * row to row. The table is no `DataTable`, because its rows are selected and its columns are sorted.
 */
export function Table(props: Props) {
  const { rows, columns, address, go, cursor, selection, isWaiting } = props
  const selectedCount = rows.filter((row) => selection.has(row.id)).length
  const pressArrow = (event: KeyboardEvent) => {
    const action = ARROW_ACTIONS[event.key]
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    action(cursor)
  }
  return (
    <table className="review-table" aria-label={t`Applications`} aria-busy={isWaiting}>
      <thead>
        <tr>
          <th className="tick" scope="col">
            <label className="hit">
              <input
                type="checkbox"
                aria-label={t`Select all on this page`}
                checked={selectedCount > 0 && selectedCount === rows.length}
                ref={(box) => {
                  if (box) box.indeterminate = selectedCount > 0 && selectedCount < rows.length
                }}
                onChange={(event) => selection.selectRows(rows, event.target.checked)}
              />
            </label>
          </th>
          <th scope="col" className="column-reference">{t`Reference`}</th>
          {columns.map((name) => (
            <HeadCell key={name} name={name} address={address} go={go} />
          ))}
        </tr>
      </thead>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions,
          jsx-a11y/no-noninteractive-element-interactions -- it takes the arrow keys of the links in it */}
      <tbody onKeyDown={pressArrow}>
        {rows.map((row, index) => (
          <Row key={row.id} {...props} row={row} isFirst={index === 0} />
        ))}
      </tbody>
    </table>
  )
}

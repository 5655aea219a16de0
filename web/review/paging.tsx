import { REVIEW } from '#contract/staff/limits.ts'
import type { Address } from './address.ts'
import { rowPositions } from './address.ts'
import type { Cursor } from './use-cursor.ts'
import type { RowsPage } from './use-rows.ts'

type Props = {
  rowsPage: RowsPage
  address: Address
  cursor: Cursor
  onShowKeys: () => void
  areKeysOn: boolean
  /** Absent once something is selected. */
  onSelectAll: (() => void) | undefined
}

/** `51–100 of 12,480`. */
export const positionWords = (rowsPage: RowsPage, { page }: Address) => {
  const { from, to } = rowPositions({
    page,
    pageSize: REVIEW.pageSize,
    rowCount: rowsPage.rows.length,
    count: rowsPage.count,
    isFirst: !rowsPage.previous,
    isLast: !rowsPage.next,
  })
  return `${from.toLocaleString('en')}–${to.toLocaleString('en')} of ${rowsPage.count.toLocaleString('en')}`
}

/**
 * The position among all matches, and buttons for other pages. They are never removed, so they keep the
 * focus.
 */
export const Paging = ({ rowsPage, address, cursor, onShowKeys, areKeysOn, onSelectAll }: Props) => (
  <nav className="rv-foot" aria-label="Pages">
    <span className="rv-turn">
      <span className="num">{positionWords(rowsPage, address)}</span>
      {onSelectAll && (
        <button className="link" type="button" onClick={onSelectAll}>
          Select all {rowsPage.count.toLocaleString('en')}
        </button>
      )}
    </span>
    <button className="link rv-keys" type="button" onClick={onShowKeys}>
      {areKeysOn ? (
        <>
          <kbd>J</kbd> <kbd>K</kbd> move · <kbd>X</kbd> select · <kbd>Enter</kbd> open · <kbd>?</kbd> all keys
        </>
      ) : (
        'Keys are off'
      )}
    </button>
    <span className="rv-turn">
      <button
        className="link"
        type="button"
        aria-disabled={!rowsPage.previous}
        onClick={() => cursor.turnPage(-1)}
      >
        Previous
      </button>
      <button
        className="link"
        type="button"
        aria-disabled={!rowsPage.next}
        onClick={() => cursor.turnPage(1)}
      >
        Next
      </button>
    </span>
  </nav>
)

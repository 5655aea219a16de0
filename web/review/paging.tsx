import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { REVIEW } from '#contract/review/limits.ts'
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
  /** Selects all matches; absent once something is selected. */
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
  return t`${from.toLocaleString('en')}–${to.toLocaleString('en')} of ${rowsPage.count.toLocaleString('en')}`
}

/**
 * The position among all matches, and buttons for other pages. A button without a page is disabled and not
 * removed, so that it keeps the focus.
 */
export const Paging = ({ rowsPage, address, cursor, onShowKeys, areKeysOn, onSelectAll }: Props) => (
  <nav className="review-foot" aria-label={t`Pages`}>
    <span className="review-paging">
      <span className="num">{positionWords(rowsPage, address)}</span>
      {onSelectAll && (
        <button className="link" type="button" onClick={onSelectAll}>
          <Trans>Select all {rowsPage.count.toLocaleString('en')}</Trans>
        </button>
      )}
    </span>
    <button className="link review-keys" type="button" onClick={onShowKeys}>
      {areKeysOn ? (
        <Trans>
          <kbd>J</kbd> <kbd>K</kbd> move · <kbd>X</kbd> select · <kbd>Enter</kbd> open · <kbd>?</kbd> all keys
        </Trans>
      ) : (
        t`Keys are off`
      )}
    </button>
    <span className="review-paging">
      <button
        className="link"
        type="button"
        aria-disabled={!rowsPage.previous}
        onClick={() => cursor.turnPage(-1)}
      >
        <Trans>Previous</Trans>
      </button>
      <button
        className="link"
        type="button"
        aria-disabled={!rowsPage.next}
        onClick={() => cursor.turnPage(1)}
      >
        <Trans>Next</Trans>
      </button>
    </span>
  </nav>
)

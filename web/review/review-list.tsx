import { staffPaths } from '../staff-paths.ts'
import { Paging } from './paging.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Table } from './table.tsx'
import { EmptyTable } from './table-states.tsx'
import type { ReviewState } from './use-review.ts'

type Props = { review: ReviewState; areKeysOn: boolean; onShowKeys: () => void; onClear: () => void }

/** The rows of this page, what is selected of them, and the way to other pages. */
export function ReviewList({ review, areKeysOn, onShowKeys, onClear }: Props) {
  const { jobId, officer, address, go, rowsPage, isWaiting, cases, columns, cursor, acting, selection } =
    review
  const { isUnread, isSelecting, canSelectAll, mayPropose } = review
  const messagesAddress = (query: URLSearchParams) => `${staffPaths.messages(jobId)}?${query}`
  return (
    <div className="review-list">
      {rowsPage && isSelecting && (
        <SelectionBar
          {...{ selection, canSelectAll, rowsPage, acting, filter: address.filter }}
          mayPropose={mayPropose}
          messagesAddress={officer.rights.includes('messages.send') ? messagesAddress : undefined}
        />
      )}
      <div className={isWaiting ? 'review-scroll is-waiting' : 'review-scroll'}>
        {rowsPage?.rows.length === 0 && <EmptyTable address={address} onClear={onClear} />}
        {rowsPage && rowsPage.rows.length > 0 && (
          <Table
            {...{ address, go, cursor, selection, isUnread, isWaiting }}
            rows={rowsPage.rows.map(cases.withChanges)}
            columns={columns.shown}
          />
        )}
      </div>
      {rowsPage && rowsPage.rows.length > 0 && (
        <Paging
          {...{ rowsPage, address, cursor, areKeysOn, onShowKeys }}
          onSelectAll={isSelecting || !canSelectAll ? undefined : selection.selectAll}
        />
      )}
    </div>
  )
}

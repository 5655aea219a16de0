import { paths } from '../paths.ts'
import { Paging } from './paging.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { Table } from './table.tsx'
import { Empty } from './table-states.tsx'
import type { ReviewState } from './use-review.ts'

type Props = { review: ReviewState; keys: boolean; onKeys: () => void; onClear: () => void }

/** The rows of this page, what is selected of them, and the way to other pages. */
export function ReviewList({ review, keys, onKeys, onClear }: Props) {
  const { job, officer, address, go, found, waiting, cases, columns, cursor, acting, selection } = review
  const { isUnread, isSelecting, mayMoveThem } = review
  const writeTo = (query: URLSearchParams) => `${paths.staffMessages(job)}?${query}`
  return (
    <div className="rv-list">
      {found && isSelecting && (
        <SelectionBar
          {...{ selection, found, acting, filter: address.filter }}
          moves={mayMoveThem}
          writeTo={officer.rights.includes('messages.send') ? writeTo : undefined}
        />
      )}
      <div className={waiting ? 'rv-scroll is-waiting' : 'rv-scroll'}>
        {found?.rows.length === 0 && <Empty address={address} onClear={onClear} />}
        {found && found.rows.length > 0 && (
          <Table
            {...{ address, go, cursor, selection, isUnread, waiting }}
            rows={found.rows.map(cases.now)}
            columns={columns.shown}
          />
        )}
      </div>
      {found && found.rows.length > 0 && (
        <Paging
          {...{ found, address, cursor, keys, onKeys }}
          onAll={isSelecting ? undefined : selection.takeAll}
        />
      )}
    </div>
  )
}

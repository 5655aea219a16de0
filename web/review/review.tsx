import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { type CallFailed, isCallFailed } from '../call.ts'
import { EmptyPage } from '../staff-ui/empty-page.tsx'
import { FIRST_PAGE } from './address.ts'
import { WideTable } from './wide-table.tsx'
import { CaseFoot } from './case-foot.tsx'
import { CasePane } from './case-pane.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { OutcomeLine } from './outcome-line.tsx'
import { positionWords } from './paging.tsx'
import { refocus } from './refocus.ts'
import { ReviewList } from './review-list.tsx'
import { ReviewTop } from './review-top.tsx'
import { TableFailed } from './table-states.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'
import { type ReviewProps, type ReviewState, useReview } from './use-review.ts'
import { useReviewKeys } from './use-review-keys.ts'

/** 400: the address has an id that no job can have. 403: this officer may not read applications. */
const ABSENT_STATUSES = [400, 403, 404]

const NotAvailable = ({ error }: { error: CallFailed }) => (
  <EmptyPage
    title={error.status === 403 ? t`Your role does not read applications` : t`There is no such job`}
    next="jobs"
  />
)

/** Says how many applications match. Screen readers announce it whenever the rows change. */
const RowsMessage = ({ rowsPage, isWaiting, address }: ReviewState) => (
  <p className="sr-only" role="status">
    {rowsPage &&
      !isWaiting &&
      (rowsPage.count === 0
        ? t`No application matches`
        : t`Applications ${positionWords(rowsPage, address)}`)}
  </p>
)

function OpenCase({ review }: { review: ReviewState }) {
  const { jobId, address, openRow, cases, viewed, cursor, acting, mayPropose, reload } = review
  if (address.openId === undefined) return null
  return (
    <CasePane
      {...{ jobId, cases, viewed }}
      openId={address.openId}
      row={openRow}
      onOpen={cursor.open}
      onClose={cursor.close}
      onReload={reload}
      footer={(row) => (
        <CaseFoot
          row={row}
          acting={acting}
          mayPropose={mayPropose}
          onStep={cursor.move}
          onNextUnread={cursor.nextUnread}
        />
      )}
    />
  )
}

/** With this class, CSS decides how many parts the page has side by side. */
const layoutClass = ({ address, viewed }: ReviewState) => {
  if (address.openId === undefined) return 'review-page'
  return viewed.isBeside ? 'review-page has-case has-doc' : 'review-page has-case'
}

/** The officer's table of one job. */
export function Review(props: ReviewProps) {
  const review = useReview(props)
  const { overview, overviewError, rowsError, go, reload, acting, mayPropose } = review
  const { dialog } = acting
  const [isHelpOpen, setHelpOpen] = useState(false)
  const root = useRestoredFocus(refocus)
  const { areKeysOn, switchKeys } = useReviewKeys(review, () => setHelpOpen(true))
  const clearFilter = () => go({ filter: {}, sort: undefined, descending: false, ...FIRST_PAGE })
  // If loading the overview again fails, the earlier overview stays, so the error is not shown.
  const error = rowsError ?? (overview ? undefined : overviewError)
  if (!overview && isCallFailed(overviewError) && ABSENT_STATUSES.includes(overviewError.status))
    return <NotAvailable error={overviewError} />
  return (
    <div className={layoutClass(review)} ref={root}>
      <WideTable isCaseOpen={review.address.openId !== undefined} />
      <ReviewTop review={review} />
      <RowsMessage {...review} />
      <OutcomeLine moves={review.moves} />
      {error !== undefined && <TableFailed error={error} onClear={clearFilter} onRetry={reload} />}
      <div className="review-columns">
        <ReviewList
          review={review}
          areKeysOn={areKeysOn}
          onShowKeys={() => setHelpOpen(true)}
          onClear={clearFilter}
        />
        <OpenCase review={review} />
      </div>
      {dialog && (
        <MoveDialog dialog={dialog} onClose={() => acting.closeDialog(dialog)} onMove={acting.move} />
      )}
      {isHelpOpen && (
        <KeysDialog
          areOn={areKeysOn}
          mayPropose={mayPropose}
          onSwitch={switchKeys}
          onClose={() => setHelpOpen(false)}
        />
      )}
    </div>
  )
}

import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { type CallFailed, isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'
import { FIRST_PAGE } from './address.ts'
import { AtDesk } from './at-desk.tsx'
import { CaseFoot } from './case-foot.tsx'
import { CasePane } from './case-pane.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { MoveDialog } from './move-dialog.tsx'
import { OutcomeLine } from './outcome-line.tsx'
import { inPlace } from './paging.tsx'
import { refocus } from './refocus.ts'
import { ReviewList } from './review-list.tsx'
import { ReviewTop } from './review-top.tsx'
import { Failed } from './table-states.tsx'
import { useRestoredFocus } from './use-restored-focus.ts'
import { type ReviewProps, type ReviewState, useReview } from './use-review.ts'
import { useReviewKeys } from './use-review-keys.ts'

const ABSENT = [400, 403, 404]

const Absent = ({ error }: { error: CallFailed }) => (
  <div className="empty">
    <h1>{error.status === 403 ? 'Your role does not read applications' : 'There is no such job'}</h1>
    <p className="mt2">
      <Link to={paths.staffJobs}>All jobs</Link>
    </p>
  </div>
)

/** Moves the focus to the one row in the tab order. */
const toRows = (event: MouseEvent) => {
  event.preventDefault()
  document.querySelector<HTMLElement>('.rv-open[tabindex="0"]')?.focus()
}

/** How many match, announced whenever the rows change. */
const RowsMessage = ({ found, waiting, address }: ReviewState) => (
  <p className="sr-only" role="status">
    {found &&
      !waiting &&
      (found.count === 0 ? 'No application matches' : `Applications ${inPlace(found, address)}`)}
  </p>
)

function OpenCase({ review }: { review: ReviewState }) {
  const { job, address, openRow, cases, viewed, cursor, acting, mayMoveThem, reload } = review
  if (address.open === undefined) return null
  return (
    <CasePane
      {...{ job, cases, viewed }}
      id={address.open}
      row={openRow}
      onOpen={cursor.open}
      onClose={cursor.close}
      onReload={reload}
      foot={(row) => (
        <CaseFoot
          row={row}
          acting={acting}
          moves={mayMoveThem}
          onStep={cursor.move}
          onNextUnread={cursor.nextUnread}
        />
      )}
    />
  )
}

/** The class decides which columns the page has. */
const columnsClass = ({ address, viewed }: ReviewState) => {
  if (address.open === undefined) return 'review-page'
  return viewed.isBeside ? 'review-page has-case has-doc' : 'review-page has-case'
}

/** The officer's table of one job. */
export function Review(props: ReviewProps) {
  const review = useReview(props)
  const { head, headError, found, rowsError, go, reload, acting, mayMoveThem } = review
  const [help, setHelp] = useState(false)
  const root = useRestoredFocus(refocus)
  const { keys, switchKeys } = useReviewKeys(review, () => setHelp(true))
  const clear = () => go({ filter: {}, sort: undefined, down: false, ...FIRST_PAGE })
  const error = rowsError ?? (head ? undefined : headError)
  if (!head && isCallFailed(headError) && ABSENT.includes(headError.status))
    return <Absent error={headError} />
  return (
    <div className={columnsClass(review)} ref={root}>
      {found && found.rows.length > 0 && (
        <a className="skip" href="#rows" onClick={toRows}>
          Skip to the applications
        </a>
      )}
      <AtDesk />
      <ReviewTop review={review} />
      <RowsMessage {...review} />
      <OutcomeLine moves={review.moves} />
      {error !== undefined && <Failed error={error} onClear={clear} onAgain={reload} />}
      <div className="rv-cols">
        <ReviewList review={review} keys={keys} onKeys={() => setHelp(true)} onClear={clear} />
        <OpenCase review={review} />
      </div>
      {acting.asking && <MoveDialog asking={acting.asking} onClose={acting.stop} onMove={acting.run} />}
      {help && (
        <KeysDialog on={keys} moves={mayMoveThem} onSwitch={switchKeys} onClose={() => setHelp(false)} />
      )}
    </div>
  )
}

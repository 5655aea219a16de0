import { useId } from 'react'
import { Link } from 'react-router'
import { Trans } from '@lingui/react/macro'
import { DECISIONS } from '#contract/decisions/limits.ts'
import type { ReviewRow } from '#contract/review/review-row.ts'
import { MOVES, mayMove, STAGE_WORDS } from '#contract/review/stages.ts'
import { staffPaths } from '../staff-paths.ts'
import { CASE_TITLE_ID } from './use-cursor.ts'
import type { Acting } from './use-acting.ts'

type Props = {
  row: ReviewRow
  acting: Acting
  mayPropose: boolean
  onStep: (step: 1 | -1) => void
  onNextUnread: () => void
}

/** The field for the reason of the next decision. Escape moves the focus out of it. */
function ReasonField({ acting }: { acting: Acting }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>
        <b>
          <Trans>Reason</Trans>
        </b>{' '}
        <span className="quiet">
          <Trans>(the applicant reads this)</Trans>
        </span>
      </label>
      <textarea
        className="input"
        id={id}
        rows={1}
        maxLength={DECISIONS.maxReason}
        value={acting.reason}
        onChange={(event) => acting.setReason(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.preventDefault()
          document.getElementById(CASE_TITLE_ID)?.focus()
        }}
      />
    </>
  )
}

/** The moves of this application. `current`: they do not act on the applications selected in the table. */
const Decisions = ({ row, acting }: Pick<Props, 'row' | 'acting'>) => (
  <>
    {mayMove(row.stage, 'shortlisted') && (
      <button className="btn btn-small" type="button" onClick={() => acting.shortlist('current')}>
        <Trans>Shortlist</Trans>
      </button>
    )}
    {mayMove(row.stage, 'rejected') && (
      <button className="btn btn-2 btn-small" type="button" onClick={() => acting.reject('current')}>
        <Trans>Reject</Trans>
      </button>
    )}
    <button className="link" type="button" onClick={() => acting.chooseStage('current')}>
      <Trans>Other stage</Trans>
    </button>
  </>
)

/** What can be done with the application, always visible. */
export function CaseFoot({ row, acting, mayPropose, onStep, onNextUnread }: Props) {
  // If the application is on a decision list, it waits for the decision on that list.
  const canMove = mayPropose && !row.list && MOVES[row.stage].length > 0
  return (
    <footer>
      {row.list && (
        <p className="review-listed">
          <Trans>
            On a list to {STAGE_WORDS[row.list.to_stage]}.{' '}
            <Link to={staffPaths.decision(row.list.id)}>The list</Link>
          </Trans>
        </p>
      )}
      {canMove && <ReasonField acting={acting} />}
      <div className="review-decide">
        <p className="review-actions">{canMove && <Decisions row={row} acting={acting} />}</p>
        <p className="review-steps">
          <button className="btn btn-2 btn-small" type="button" onClick={() => onStep(-1)}>
            <Trans>
              Previous <kbd>K</kbd>
            </Trans>
          </button>
          <button className="btn btn-2 btn-small" type="button" onClick={() => onStep(1)}>
            <Trans>
              Next <kbd>J</kbd>
            </Trans>
          </button>
          <button className="link" type="button" onClick={onNextUnread}>
            <Trans>Next unread</Trans>
          </button>
        </p>
      </div>
    </footer>
  )
}

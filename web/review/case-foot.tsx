import { useId } from 'react'
import { Link } from 'react-router'
import { DECISIONS } from '#contract/staff/limits.ts'
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

/** The reason for the next decision; Escape leaves the field. */
function ReasonField({ acting }: { acting: Acting }) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>
        <b>Reason</b> <span className="quiet">(the applicant reads this)</span>
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

const Decisions = ({ row, acting }: Pick<Props, 'row' | 'acting'>) => (
  <>
    {mayMove(row.stage, 'shortlisted') && (
      <button className="btn btn-s" type="button" onClick={() => acting.shortlist('current')}>
        Shortlist
      </button>
    )}
    {mayMove(row.stage, 'rejected') && (
      <button className="btn btn-2 btn-s" type="button" onClick={() => acting.reject('current')}>
        Reject
      </button>
    )}
    <button className="link" type="button" onClick={() => acting.chooseStage('current')}>
      Other stage
    </button>
  </>
)

/** What can be done with the application, always visible. */
export function CaseFoot({ row, acting, mayPropose, onStep, onNextUnread }: Props) {
  const canMove = mayPropose && !row.list && MOVES[row.stage].length > 0
  return (
    <footer>
      {row.list && (
        <p className="rv-listed">
          On a list to {STAGE_WORDS[row.list.to_stage]}.{' '}
          <Link to={staffPaths.decision(row.list.id)}>The list</Link>
        </p>
      )}
      {canMove && <ReasonField acting={acting} />}
      <div className="rv-do">
        <p className="rv-actions">{canMove && <Decisions row={row} acting={acting} />}</p>
        <p className="rv-steps">
          <button className="btn btn-2 btn-s" type="button" onClick={() => onStep(-1)}>
            Previous <kbd>K</kbd>
          </button>
          <button className="btn btn-2 btn-s" type="button" onClick={() => onStep(1)}>
            Next <kbd>J</kbd>
          </button>
          <button className="link" type="button" onClick={onNextUnread}>
            Next unread
          </button>
        </p>
      </div>
    </footer>
  )
}

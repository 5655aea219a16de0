import { Link } from 'react-router'
import { plural } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { staffPaths } from '../staff-paths.ts'
import type { Moves } from './use-moves.ts'

/** The result of the last action. It is announced, and stays until the next action. */
export const OutcomeLine = ({ moves }: { moves: Moves }) => {
  const { outcome } = moves
  return (
    <div role="status" className="review-outcome">
      {outcome && (
        <p className={outcome.isError ? 'is-red' : undefined}>
          <span>
            {outcome.list && (
              <>
                <Trans>
                  On your list <Link to={staffPaths.decision(outcome.list.id)}>“{outcome.list.name}”</Link>:
                </Trans>{' '}
              </>
            )}
            {outcome.words}
          </span>
          {outcome.removableIds && (
            <button className="link" type="button" onClick={() => void moves.removeFromList(outcome)}>
              {plural(outcome.removableIds.length, {
                one: 'Take it off again',
                other: 'Take them off again',
              })}
            </button>
          )}
          <button className="link" type="button" onClick={() => moves.showOutcome(undefined)}>
            <Trans>Hide</Trans>
          </button>
        </p>
      )}
    </div>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import './own-place.css'

type Props = {
  position: {
    /** The area in which the person was compared with others. */
    place: string
    rank: number
    people: number
    points: number
    /** The person's points for each criterion. Their sum is `points`. */
    criteria: number[]
    /** How many people were taken in this area. */
    taken: number
    /** The points of the last person who was taken; null if no one was taken. */
    last: number | null
  }
  /** Why the person was taken or not, as a sentence after "Why:". */
  why: string
}

/**
 * What a person reads about their own place in the order of the selection, and why they were taken or not.
 */
export const OwnPlace = ({ position, why }: Props) => {
  const { rank, people, place, points, taken, last } = position
  const sum = position.criteria.join(' + ')
  return (
    <div className="own-place">
      <p className="own-rank num">
        <Trans>
          You were number {rank} of {people} in {place} with {points} points ({sum}).
        </Trans>
      </p>
      <p className="num">
        {last === null ? (
          t`No one was taken there.`
        ) : (
          <Trans>
            {taken} were taken; the last had {last}.
          </Trans>
        )}
      </p>
      <p>
        <b>
          <Trans>Why:</Trans>
        </b>{' '}
        {why}
      </p>
    </div>
  )
}

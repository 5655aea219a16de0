import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'

type Props = {
  person: {
    place: string
    rank: number
    people: number
    points: number
    criteria: number[]
    taken: number
    last: number
  }
}

/** What one person reads about their own place in the order. */
export const OwnPlace = ({ person }: Props) => {
  const { rank, people, place, points, taken, last } = person
  const sum = person.criteria.join(' + ')
  return (
    <div className="sel-own">
      <p className="sel-rank num">
        <Trans>
          You were number {rank} of {people} in {place} with {points} points ({sum}).
        </Trans>
      </p>
      <p className="num">
        <Trans>
          {taken} were taken; the last had {last}.
        </Trans>
      </p>
      <p>
        <b>
          <Trans>Why:</Trans>
        </b>{' '}
        {t`all seats were filled before you.`}
      </p>
    </div>
  )
}

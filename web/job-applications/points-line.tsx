import { useEffect, useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { call } from '../api.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { Wizard } from './use-wizard.ts'

type Points = Reply<'GET /api/job-applications/{id}/points/'>['points']

/**
 * The points of the draft, for a job that chooses people by a published rule. The server counts them when it
 * has all of the draft.
 */
export function PointsLine({ wizard }: { wizard: Wizard }) {
  const { context, edition, savedEdition, version } = wizard
  const [points, setPoints] = useState<Points>(null)
  const id = context.applicationId
  const isSaved = edition === savedEdition
  // Each save of the draft or of a file raises `version`. Then this effect loads the points again.
  useEffect(() => {
    if (!isSaved) return
    let isWanted = true
    call('GET /api/job-applications/{id}/points/', { params: { id } })
      .then((reply) => isWanted && setPoints(reply.points))
      // Without a network the points are left out: nothing else depends on them.
      .catch(() => isWanted && setPoints(null))
    return () => {
      isWanted = false
    }
  }, [id, isSaved, version])
  if (!points) return null
  // The points of each criterion, such as `5 + 3 + 2`.
  const sum = points.criteria.join(' + ')
  return (
    <p className="callout mt4 num">
      <Trans>
        People are chosen for this job by points. Your points would be <b>{points.sum}</b>: {sum}. The most is{' '}
        {points.most}.
      </Trans>
    </p>
  )
}

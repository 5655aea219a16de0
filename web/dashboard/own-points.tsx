import { Link } from 'react-router'
import { Trans } from '@lingui/react/macro'
import type { Reply } from '#contract/endpoints.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import type { Loaded } from '../loaded.ts'
import { paths } from '../paths.ts'

type Props = { application: Application; loaded: Loaded<Reply<'GET /api/job-applications/{id}/points/'>> }

/** The points of an application by the published rule. Empty for a job that does not choose by points. */
export function OwnPoints({ application: { id, job, is_completed: isSent }, loaded }: Props) {
  // The points: null if the job has no rule, undefined if they failed to load.
  const points = loaded.data?.points
  if (!points) return null
  // The points of each criterion, in the order of the rule: `20 + 15 + 5`.
  const sum = points.criteria.join(' + ')
  return (
    <section className="band" aria-labelledby="points">
      <h2 id="points">
        <Trans>Your points</Trans>
      </h2>
      <p className="mt2 num">
        {isSent ? (
          <Trans>
            Your points are <b>{points.sum}</b>: {sum}. The most is {points.most}.
          </Trans>
        ) : (
          <Trans>
            Your points would be <b>{points.sum}</b>: {sum}. The most is {points.most}.
          </Trans>
        )}
      </p>
      <p className="mt2">
        <Link className="tap" to={`${paths.job(job.id)}#selection`}>
          <Trans>The rule, with the points of each criterion</Trans>
        </Link>
      </p>
      {isSent && (
        <p className="mt2">
          <Link className="tap" to={paths.ownSelection(id)}>
            <Trans>Your place in the selection</Trans>
          </Link>
        </p>
      )}
    </section>
  )
}

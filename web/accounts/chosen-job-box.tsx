import { Trans } from '@lingui/react/macro'
import { textLanguage } from '../language/translate.ts'
import type { ChosenJob } from '../session/chosen-job.ts'
import { JobTitle } from '../ui/job-title.tsx'

/**
 * The job that was chosen before the login. It is known only after the first render, so the height of this
 * box never changes.
 */
export const ChosenJobBox = ({ job }: { job: ChosenJob | undefined }) => (
  <div className="for-job mt2">
    {job ? (
      <>
        <p className="small quiet">
          <Trans>You were about to apply for</Trans>
        </p>
        {/* The title of the job is empty if the browser stored only its number. */}
        {job.title ? (
          <p className="bold" lang={textLanguage(job, 'title')}>
            <JobTitle title={job.title} />
          </p>
        ) : (
          <p className="bold">
            <Trans>the job you chose</Trans>
          </p>
        )}
      </>
    ) : (
      <p className="lead">
        <Trans>Log in to apply and to follow your applications.</Trans>
      </p>
    )}
  </div>
)

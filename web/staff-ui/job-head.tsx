import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import { isCallFailed } from '../call.ts'
import { staffPaths } from '../staff-paths.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { JobTabs } from './job-tabs.tsx'
import { useKnownJob } from './known-job.ts'
import { PagePaused, pausedWords } from './loading.tsx'
import type { JobTab } from './page-rights.ts'

type Props = {
  id: number
  currentTab: JobTab
  /** The facts of the job; undefined while they load. The links to its other pages are shown already. */
  job: { reference: string; title: string; expiry_date?: string | null } | undefined
  children?: ReactNode
}

/**
 * The head of every page of a job: the job, and links to its other pages. It is the same everywhere, so that
 * nothing moves between pages.
 */
export function JobHead({ id, currentTab, job, children }: Props) {
  const known = useKnownJob(id, job)
  return (
    <>
      <div className="st-head st-job-head">
        <div>
          <h1>{known ? <JobTitle title={known.title} /> : <span className="ghost" />}</h1>
          <p className="tiny quiet">
            <span className="ref">{known?.reference}</span>
            {known?.expiry_date && ` · ${t`closes ${shortMoment(known.expiry_date)}`}`}
          </p>
        </div>
        {children}
      </div>
      <JobTabs jobId={id} currentTab={currentTab} />
    </>
  )
}

type FailedProps = {
  error: unknown
  /** The message that the page could not be loaded. */
  sentence: string
  onRetry: () => void
  /**
   * The head to show if the page is paused, so that the other pages of the job can still be opened. Its title
   * names the page, because the job is not loaded.
   */
  page?: { id: number; currentTab: JobTab; title: string }
}

/** Status 400: no job can have the id in the address. */
const NO_SUCH_JOB_STATUSES = [400, 404]

const JobErrorCallout = ({ error, sentence, onRetry }: Omit<FailedProps, 'page'>) => (
  <div className="callout is-red" role="alert">
    {isCallFailed(error) && NO_SUCH_JOB_STATUSES.includes(error.status) ? (
      <>
        <h1 className="h-s">
          <Trans>There is no such job</Trans>
        </h1>
        <Link to={staffPaths.jobs}>
          <Trans>All jobs</Trans>
        </Link>
      </>
    ) : (
      <>
        <h1 className="h-s">{sentence}</h1>
        <button className="link" type="button" onClick={onRetry}>
          <Trans>Try again</Trans>
        </button>
      </>
    )}
  </div>
)

/** Says why a page of a job could not load: it is paused, the job does not exist, or another try may help. */
export function JobLoadFailed({ error, sentence, onRetry, page }: FailedProps) {
  const paused = pausedWords(error)
  if (paused === undefined) return <JobErrorCallout error={error} sentence={sentence} onRetry={onRetry} />
  return (
    <>
      {page && (
        <JobHead id={page.id} currentTab={page.currentTab} job={{ reference: '', title: page.title }} />
      )}
      <PagePaused words={paused} onRetry={onRetry} />
    </>
  )
}

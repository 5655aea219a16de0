import { type ReactNode, use, useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { Trans } from '@lingui/react/macro'
import { isCallFailed } from '../call.ts'
import { staffPaths } from '../staff-paths.ts'
import { JobHeadSlot, type ShownHead } from './job-head-slot.ts'
import { PagePaused, pausedWords } from './loading.tsx'

type Props = ShownHead & {
  /** What this page adds to the head, such as buttons. */
  children?: ReactNode
}

/**
 * Fills the head that `JobLayout` draws above every page of a job. The head and the tabs stay in place from
 * one page of the job to the next, and are gone if the next page has no `JobHead`.
 */
export function JobHead({ id, job, className, fallbackTitle, note, children }: Props) {
  const { showHead, element } = use(JobHeadSlot)
  // Before the browser paints, so that the page and its head are shown at the same time.
  useLayoutEffect(() => {
    showHead({ id, job, className, fallbackTitle, note })
    return () => showHead(undefined)
  }, [showHead, id, job, className, fallbackTitle, note])
  return element && createPortal(children, element)
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
  page?: { id: number; title: string }
}

/** Status 400: no job can have the id in the address. */
const NO_SUCH_JOB_STATUSES = [400, 404]

const JobErrorCallout = ({ error, sentence, onRetry }: Omit<FailedProps, 'page'>) => (
  <div className="callout is-red" role="alert">
    {isCallFailed(error) && NO_SUCH_JOB_STATUSES.includes(error.status) ? (
      <>
        <h1 className="heading-small">
          <Trans>There is no such job</Trans>
        </h1>
        <Link to={staffPaths.jobs}>
          <Trans>All jobs</Trans>
        </Link>
      </>
    ) : (
      <>
        <h1 className="heading-small">{sentence}</h1>
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
      {page && <JobHead id={page.id} job={{ reference: '', title: page.title }} />}
      <PagePaused words={paused} onRetry={onRetry} />
    </>
  )
}

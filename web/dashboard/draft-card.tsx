import { useEffect } from 'react'
import { Link } from 'react-router'
import { daysLeft, daysLeftWords, isExpired, plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { Flags } from '#contract/job-applications/rules.ts'
import { JOB_WORDS, movedWords } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { isCallFailed } from '../call.ts'
import type { Loaded } from '../loaded.ts'
import { paths } from '../paths.ts'
import { type ChosenJob, clearChosenJob } from '../session/chosen-job.ts'
import { usePrefetchedWizard } from '../session/prefetch-wizard.ts'
import { JobTitle } from '../ui/job-title.tsx'
import type { Listed } from './drafts.ts'
import { sectionsOf } from './sections.ts'
import { When } from './when.tsx'

function Go({ jobId, first }: { jobId: number; first: boolean }) {
  usePrefetchedWizard(true)
  return (
    <p className="way-on">
      <Link className={first ? 'btn btn-wide' : 'btn btn-2 btn-wide'} to={paths.apply(jobId)}>
        {JOB_WORDS.continue}
      </Link>
    </p>
  )
}

const Moved = ({ draft: { job } }: { draft: Listed }) =>
  job.extension_reason ? <p className="small mt1 any">{movedWords(job.extension_reason)}</p> : null

/** The chosen or the most urgent draft: how much time is left, what is missing, and the link to continue. */
export const FirstDraft = ({
  draft,
  flags,
  now,
  chosen,
}: {
  draft: Listed
  /** Absent if the application itself could not be loaded. */
  flags: Flags | undefined
  now: Date
  chosen: boolean
}) => (
  <article className="chosen dated">
    <When deadline={draft.job.expiry_date} now={now} />
    <div>
      <h3>
        {chosen && <span>Continue your application for </span>}
        <JobTitle title={draft.job.title} />
      </h3>
      <p className="small mt1">
        <Missing flags={flags} />
      </p>
      <Moved draft={draft} />
    </div>
    <Go jobId={draft.job.id} first />
  </article>
)

const andLast = (names: string[]) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

/** The same tones as on the job card: calm, amber, red. */
function Left({ left }: { left: number | undefined }) {
  if (left === undefined) return null
  const tone = left <= 0 ? 'c-red' : left <= JOBS.soonDays ? 'c-amber' : ''
  return (
    <>
      {' · '}
      <b className={`nowrap ${tone}`.trim()}>{daysLeftWords(Math.max(0, left)).toLowerCase()}</b>
    </>
  )
}

/** One of the other drafts. */
export const OtherDraft = ({ draft, now }: { draft: Listed; now: Date }) => (
  <article className="line">
    <div>
      <h3>
        <JobTitle title={draft.job.title} />
      </h3>
      <p className="small mt1">
        Started {plainDate(new Date(draft.created_at))}
        <Left left={daysLeft(draft.job.expiry_date, now)} />
      </p>
      <Moved draft={draft} />
    </div>
    <p>
      <Link className="btn btn-2" to={paths.apply(draft.job.id)}>
        {JOB_WORDS.continue}
        <span className="sr-only">: {draft.job.title}</span>
      </Link>
    </p>
  </article>
)

function Missing({ flags }: { flags: Flags | undefined }) {
  if (!flags) return 'Your application is not finished.'
  const missing = sectionsOf(flags).filter(({ done }) => !done)
  if (missing.length === 0)
    return 'All four parts are complete. It is not sent yet: check it once more and submit it.'
  return (
    <>
      Your application is not finished: <b>{andLast(missing.map(({ name }) => name))}</b>{' '}
      {missing.length === 1 ? 'is' : 'are'} missing.
    </>
  )
}

/**
 * The job that was chosen before the application could start (W17). Once it is closed, the card says so and
 * the choice is deleted (W16).
 */
export function ChosenCard({
  job,
  data,
  error,
  now,
  first,
}: Loaded<Reply<'GET /api/jobs/{id}/'>> & { job: ChosenJob; now: Date; first: boolean }) {
  const title = data?.title || job.title || 'the job you chose'
  const absent = isCallFailed(error) && error.status === 404
  const closed = absent || (data && (data.is_expired || isExpired(data.expiry_date, now)))
  useEffect(() => {
    if (closed) clearChosenJob()
  }, [closed])
  if (closed) {
    return (
      <div className="line">
        <p>
          Applications for <b className="any">{title}</b> have closed.
        </p>
        <p>
          <Link className="btn btn-2" to={paths.dashboardJobs()}>
            Browse Jobs
          </Link>
        </p>
      </div>
    )
  }
  return (
    <article className={data ? 'chosen dated' : 'chosen'}>
      {data && <When deadline={data.expiry_date} now={now} />}
      <h3>
        <span>Continue your application for </span>
        <JobTitle title={title} />
      </h3>
      <Go jobId={job.id} first={first} />
    </article>
  )
}

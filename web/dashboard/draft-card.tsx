import { useEffect } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { daysLeft, daysLeftWords, isExpired, plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { CompletedSteps } from '#contract/job-applications/rules.ts'
import { JOB_WORDS, movedWords } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { isCallFailed } from '../call.ts'
import { listOf } from '../language/list-of.ts'
import { IS_KISWAHILI, textLanguage, translate } from '../language/translate.ts'
import type { Loaded } from '../loaded.ts'
import { paths } from '../paths.ts'
import { type ChosenJob, clearChosenJob } from '../session/chosen-job.ts'
import { usePrefetchedWizard } from '../session/prefetch-wizard.ts'
import { JobTitle } from '../ui/job-title.tsx'
import type { ListedApplication } from './drafts.ts'
import { sectionsOf } from './sections.ts'
import { DeadlineBlock } from './deadline-block.tsx'

/**
 * The link to the application form, whose files it loads in advance. `isFirst`: the main button of the page.
 */
function ContinueLink({ jobId, isFirst }: { jobId: number; isFirst: boolean }) {
  // True says that the person is likely to open the form.
  usePrefetchedWizard(true)
  return (
    <p className="way-on">
      <Link className={isFirst ? 'btn btn-wide' : 'btn btn-2 btn-wide'} to={paths.apply(jobId)}>
        {translate(JOB_WORDS.continue)}
      </Link>
    </p>
  )
}

/** The title of the job. `isChosen`: the person pressed Apply for this job, so the words say 'Continue'. */
function DraftTitle(draft: { title: string; lang?: 'en' | undefined; isChosen: boolean }) {
  const words = <JobTitle title={draft.title} />
  const job = IS_KISWAHILI ? <bdi lang={draft.lang}>{words}</bdi> : words
  return draft.isChosen ? (
    <Trans>
      <span>Continue your application for </span>
      {job}
    </Trans>
  ) : (
    job
  )
}

/** Why the deadline of the job is later than before, if it was moved. */
const MovedDeadline = ({ draft: { job } }: { draft: ListedApplication }) =>
  job.extension_reason ? (
    <p className="small mt1 any">{translate(movedWords(translate(job.extension_reason)))}</p>
  ) : null

/** The chosen or most urgent draft: the time that is left, the missing parts, and the link to continue. */
export const FirstDraft = ({
  draft,
  flags,
  now,
  isChosen,
}: {
  draft: ListedApplication
  /** Which parts are complete; undefined if the application could not be loaded. */
  flags: CompletedSteps | undefined
  now: Date
  isChosen: boolean
}) => (
  <article className="chosen dated">
    <DeadlineBlock deadline={draft.job.expiry_date} now={now} />
    <div>
      <h3>
        <DraftTitle title={draft.job.title} lang={textLanguage(draft.job, 'title')} isChosen={isChosen} />
      </h3>
      <p className="small mt1">
        <MissingSections flags={flags} />
      </p>
      <MovedDeadline draft={draft} />
    </div>
    <ContinueLink jobId={draft.job.id} isFirst />
  </article>
)

const urgencyClass = (remainingDays: number) => {
  if (remainingDays <= 0) return 'text-red'
  return remainingDays <= JOBS.soonDays ? 'text-amber' : ''
}

/** The days that are left until the deadline, in the same colours as on the job card. */
function TimeLeft({ remainingDays }: { remainingDays: number | undefined }) {
  // The job of this draft has no deadline.
  if (remainingDays === undefined) return null
  return (
    <>
      {' · '}
      <b className={`nowrap ${urgencyClass(remainingDays)}`.trim()}>
        {translate(daysLeftWords(remainingDays)).toLowerCase()}
      </b>
    </>
  )
}

/** The line for a draft other than the first one. */
export function OtherDraft({ draft, now }: { draft: ListedApplication; now: Date }) {
  const day = translate(plainDate(new Date(draft.created_at)))
  return (
    <article className="line">
      <div>
        <h3 lang={textLanguage(draft.job, 'title')}>
          <JobTitle title={draft.job.title} />
        </h3>
        <p className="small mt1">
          <Trans>Started {day}</Trans>
          <TimeLeft remainingDays={daysLeft(draft.job.expiry_date, now)} />
        </p>
        <MovedDeadline draft={draft} />
      </div>
      <p>
        <Link className="btn btn-2" to={paths.apply(draft.job.id)}>
          {translate(JOB_WORDS.continue)}
          <span className="sr-only" lang={textLanguage(draft.job, 'title')}>
            : {draft.job.title}
          </span>
        </Link>
      </p>
    </article>
  )
}

function MissingSections({ flags }: { flags: CompletedSteps | undefined }) {
  if (!flags) return t`Your application is not finished.`
  const missingSections = sectionsOf(flags).filter(({ done }) => !done)
  if (missingSections.length === 0)
    return t`All four parts are complete. Your application is not sent yet: check it once more and submit it.`
  const names = listOf(missingSections.map(({ name }) => name))
  return missingSections.length === 1 ? (
    <Trans>
      Your application is not finished: <b>{names}</b> is missing.
    </Trans>
  ) : (
    <Trans>
      Your application is not finished: <b>{names}</b> are missing.
    </Trans>
  )
}

/**
 * The job that a person chose to apply for before they had an application (W17). `data` and `error` come from
 * loading it. If the job has closed, the card says so and the browser forgets the choice (W16).
 */
export function ChosenCard({
  job,
  data,
  error,
  now,
  isFirst,
}: Loaded<Reply<'GET /api/jobs/{id}/'>> & { job: ChosenJob; now: Date; isFirst: boolean }) {
  const title = data?.title || job.title || t`the job you chose`
  const isGone = isCallFailed(error) && error.status === 404
  const isClosed = isGone || (data && (data.is_expired || isExpired(data.expiry_date, now)))
  useEffect(() => {
    if (isClosed) clearChosenJob()
  }, [isClosed])
  if (isClosed) {
    return (
      <div className="line">
        <p>
          <Trans>
            Applications for{' '}
            <b className="any" lang={textLanguage(data ?? job, 'title')}>
              {title}
            </b>{' '}
            have closed.
          </Trans>
        </p>
        <p>
          <Link className="btn btn-2" to={paths.dashboardJobs()}>
            <Trans>Browse Jobs</Trans>
          </Link>
        </p>
      </div>
    )
  }
  return (
    <article className={data ? 'chosen dated' : 'chosen'}>
      {data && <DeadlineBlock deadline={data.expiry_date} now={now} />}
      <h3>
        <DraftTitle title={title} lang={textLanguage(data ?? job, 'title')} isChosen />
      </h3>
      <ContinueLink jobId={job.id} isFirst={isFirst} />
    </article>
  )
}

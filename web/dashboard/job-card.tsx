import { Link } from 'react-router'
import { Trans } from '@lingui/react/macro'
import { daysLeft, daysLeftWords, isExpired, longDeadline } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { CONTENT_LANGUAGE, IS_KISWAHILI, textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'
import type { ListedJob } from './use-apply.ts'

const actionLabel = ({ application }: ListedJob) => {
  if (application?.is_completed) return JOB_WORDS.view
  return application?.exists ? JOB_WORDS.continue : JOB_WORDS.apply
}

/**
 * A deadline such as `Thursday, 3 December 2026 at 5:00 p.m. EAT`, with the time of day on one line. For a
 * job without a deadline, `longDeadline` gives words without a time.
 */
function Deadline({ deadline }: { deadline: string | null }) {
  const [englishDay = '', englishTime] = longDeadline(deadline).split(' at ')
  const day = translate(englishDay)
  if (!englishTime) return day
  const time = translate(englishTime)
  return (
    <Trans>
      {day} at <span className="nowrap">{time}</span>
    </Trans>
  )
}

/** The days until the deadline, in a colour that grows more urgent. Empty once the deadline has passed. */
function DaysLeft({ deadline, now }: { deadline: string | null; now: Date }) {
  const remainingDays = daysLeft(deadline, now)
  if (remainingDays === undefined || remainingDays < 0) return null
  const soonClass = remainingDays <= JOBS.soonDays ? 'text-amber' : ''
  const urgencyClass = remainingDays === 0 ? 'text-red' : soonClass
  return <b className={`nowrap ${urgencyClass}`.trim()}>{translate(daysLeftWords(remainingDays))}</b>
}

function JobFacts({ job, now }: { job: ListedJob; now: Date }) {
  return (
    <dl className="facts flush small">
      <dt>
        <Trans>Department</Trans>
      </dt>
      <dd className="any" lang={CONTENT_LANGUAGE}>
        {job.department}
      </dd>
      <dt>
        <Trans>Location</Trans>
      </dt>
      <dd className="any" lang={CONTENT_LANGUAGE}>
        <WholeWords text={job.location} />
      </dd>
      {job.near_you && (
        <>
          <dt>
            <Trans>Near you</Trans>
          </dt>
          <dd className="any">
            <b>{translate(job.near_you)}</b>
          </dd>
        </>
      )}
      <dt>
        <Trans>Deadline</Trans>
      </dt>
      <dd>
        <Deadline deadline={job.expiry_date} /> <DaysLeft deadline={job.expiry_date} now={now} />
      </dd>
    </dl>
  )
}

type ActionsProps = { job: ListedJob; isClosed: boolean; isBusy: boolean; onApply: () => void }

/** What the person has done about the job, and what they can do. */
function JobActions({ job, isClosed, isBusy, onApply }: ActionsProps) {
  const title = IS_KISWAHILI ? <bdi lang={textLanguage(job, 'title')}>{job.title}</bdi> : job.title
  return (
    <div className="foil">
      {isClosed && (
        <p>
          <span className="badge">
            <Icon name="clock" /> {translate(JOB_WORDS.expired)}
          </span>
        </p>
      )}
      {job.application?.is_completed && (
        <p className="small text-green">
          <Icon name="tick" size="icon-small" /> <Trans>You have applied</Trans>
        </p>
      )}
      {job.application?.exists && !job.application.is_completed && (
        <p className="small quiet">
          <Icon name="pen" size="icon-small" /> <Trans>You have started</Trans>
        </p>
      )}
      <p className="btn-row">
        {(!isClosed || job.application?.is_completed) && (
          <button className="btn btn-2" type="button" onClick={onApply} aria-disabled={isBusy}>
            {translate(isBusy ? JOB_WORDS.working : actionLabel(job))}
            <span className="sr-only" lang={textLanguage(job, 'title')}>
              : {job.title}
            </span>
          </button>
        )}
        <Link className="tap" to={paths.job(job.id)}>
          <Trans>
            View Details<span className="sr-only"> of {title}</span>
          </Trans>
        </Link>
      </p>
    </div>
  )
}

/** A job in the dashboard's list of open jobs (S2 §2): its facts, and what the person can do with it. */
export function JobCard({
  job,
  now,
  isBusy,
  onApply,
}: {
  job: ListedJob
  now: Date
  isBusy: boolean
  onApply: () => void
}) {
  return (
    <article className="open-job">
      <div className="body">
        <p className="card-head">
          <span className="ref">{job.reference}</span>
          <span>{translate(job.job_type_name)}</span>
        </p>
        <h2 lang={textLanguage(job, 'title')}>
          <JobTitle title={job.title} />
        </h2>
        <JobFacts job={job} now={now} />
      </div>
      {/* The deadline may pass while the list is open (J1). */}
      <JobActions job={job} isClosed={isExpired(job.expiry_date, now)} isBusy={isBusy} onApply={onApply} />
    </article>
  )
}

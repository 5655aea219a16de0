import { Link } from 'react-router'
import { daysLeft, daysLeftWords, longDeadline } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'
import type { ListedJob } from './use-apply.ts'

const actionLabel = ({ application }: ListedJob) =>
  application?.is_completed ? JOB_WORDS.view : application?.exists ? JOB_WORDS.continue : JOB_WORDS.apply

const leftOf = (left: number | undefined) => (left === undefined || left < 0 ? '' : daysLeftWords(left))

// Keeps the hour on one line.
function Deadline({ deadline }: { deadline: string | null }) {
  const [day, hour] = longDeadline(deadline).split(' at ')
  if (!hour) return day
  return (
    <>
      {day} at <span className="nowrap">{hour}</span>
    </>
  )
}

function JobFacts({ job, now }: { job: ListedJob; now: Date }) {
  const remainingDays = daysLeft(job.expiry_date, now)
  const toneClass =
    remainingDays === 0
      ? 'c-red'
      : remainingDays !== undefined && remainingDays <= JOBS.soonDays
        ? 'c-amber'
        : ''
  return (
    <dl className="facts flush small">
      <dt>Department</dt>
      <dd className="any">{job.department}</dd>
      <dt>Location</dt>
      <dd className="any">
        <WholeWords text={job.location} />
      </dd>
      {job.near_you && (
        <>
          <dt>Near you</dt>
          <dd className="any">
            <b>{job.near_you}</b>
          </dd>
        </>
      )}
      <dt>Deadline</dt>
      <dd>
        <Deadline deadline={job.expiry_date} />{' '}
        {remainingDays !== undefined && remainingDays >= 0 && (
          <b className={`nowrap ${toneClass}`.trim()}>{leftOf(remainingDays)}</b>
        )}
      </dd>
    </dl>
  )
}

/** S2 §2: title, department, location and deadline, with the actions. */
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
          <span>{job.job_type_name}</span>
        </p>
        <h2>
          <JobTitle title={job.title} />
        </h2>
        <JobFacts job={job} now={now} />
      </div>
      <div className="foil">
        {job.application?.is_completed && (
          <p className="small c-green">
            <Icon name="tick" size="i-s" /> You have applied
          </p>
        )}
        {job.application?.exists && !job.application.is_completed && (
          <p className="small quiet">
            <Icon name="pen" size="i-s" /> You have started
          </p>
        )}
        <p className="btn-row">
          <button className="btn btn-2" type="button" onClick={onApply} aria-disabled={isBusy}>
            {isBusy ? JOB_WORDS.working : actionLabel(job)}
            <span className="sr-only">: {job.title}</span>
          </button>
          <Link className="tap" to={paths.job(job.id)}>
            View Details<span className="sr-only"> of {job.title}</span>
          </Link>
        </p>
      </div>
    </article>
  )
}

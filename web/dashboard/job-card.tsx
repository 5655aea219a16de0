import { Link } from 'react-router'
import { daysLeft, daysLeftWords, longDeadline } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'
import type { ListedJob } from './use-apply.ts'

const actionLabel = ({ application }: ListedJob) => {
  if (application?.is_completed) return JOB_WORDS.view
  return application?.exists ? JOB_WORDS.continue : JOB_WORDS.apply
}

// The time of day stays on one line.
function Deadline({ deadline }: { deadline: string | null }) {
  const [day, time] = longDeadline(deadline).split(' at ')
  if (!time) return day
  return (
    <>
      {day} at <span className="nowrap">{time}</span>
    </>
  )
}

/** The days until the deadline, more urgent in colour as it comes near. Nothing once it has passed. */
function DaysLeft({ deadline, now }: { deadline: string | null; now: Date }) {
  const remainingDays = daysLeft(deadline, now)
  if (remainingDays === undefined || remainingDays < 0) return null
  const soonClass = remainingDays <= JOBS.soonDays ? 'c-amber' : ''
  const urgencyClass = remainingDays === 0 ? 'c-red' : soonClass
  return <b className={`nowrap ${urgencyClass}`.trim()}>{daysLeftWords(remainingDays)}</b>
}

function JobFacts({ job, now }: { job: ListedJob; now: Date }) {
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
        <Deadline deadline={job.expiry_date} /> <DaysLeft deadline={job.expiry_date} now={now} />
      </dd>
    </dl>
  )
}

/** An open job in the dashboard (S2 §2): its facts, and what the person can do with it. */
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

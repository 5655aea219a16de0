import { Link } from 'react-router'
import { daysLeft, daysLeftWords, longDeadline } from '#contract/dates.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'
import type { ListedJob } from './use-apply.ts'

const wordsOf = ({ application }: ListedJob) =>
  application?.is_completed ? JOB_WORDS.view : application?.exists ? JOB_WORDS.continue : JOB_WORDS.apply

const leftOf = (left: number | undefined) => (left === undefined || left < 0 ? '' : daysLeftWords(left))

// Keeps the hour on one line.
function Deadline({ instant }: { instant: string | null }) {
  const [day, hour] = longDeadline(instant).split(' at ')
  if (!hour) return day
  return (
    <>
      {day} at <span className="nowrap">{hour}</span>
    </>
  )
}

function Facts({ job, now }: { job: ListedJob; now: Date }) {
  const left = daysLeft(job.expiry_date, now)
  const tone = left === 0 ? 'c-red' : left !== undefined && left <= JOBS.soonDays ? 'c-amber' : ''
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
        <Deadline instant={job.expiry_date} />{' '}
        {left !== undefined && left >= 0 && <b className={`nowrap ${tone}`.trim()}>{leftOf(left)}</b>}
      </dd>
    </dl>
  )
}

/** S2 §2: title, department, location and deadline, with the actions. */
export function JobCard({
  job,
  now,
  busy,
  onApply,
}: {
  job: ListedJob
  now: Date
  busy: boolean
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
        <Facts job={job} now={now} />
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
          <button className="btn btn-2" type="button" onClick={onApply} aria-disabled={busy}>
            {busy ? JOB_WORDS.working : wordsOf(job)}
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

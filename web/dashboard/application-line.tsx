import { Link } from 'react-router'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { daysLeft, daysLeftWords, plainDate, shortDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'

export type ListedApplication = Reply<'GET /api/job-applications/'>[number]

const day = (instant: string) => plainDate(new Date(instant))

/** S2 §2: one application in the list; the whole line is a link to application. */
export const ApplicationLine = ({
  application,
  now,
  sending = false,
}: {
  application: ListedApplication
  now: Date
  /** Received, and not accepted yet. */
  sending?: boolean
}) => (
  <li>
    <div className="app-l">
      <h3>
        <Link to={paths.application(application.id)}>
          <JobTitle title={application.job.title} />
        </Link>
      </h3>
      <p className="small any">
        <WholeWords text={`${application.job.type} · ${application.job.location}`} />
      </p>
    </div>
    <p className="app-b">
      <Badge status={application.status} />
    </p>
    <p className="small app-r">
      <b className="num">{application.reference_number ?? WIZARD_WORDS.noReference}</b>
      <br />
      <span className="quiet">
        {application.is_completed
          ? `Applied ${day(application.submitted_at ?? application.created_at)}`
          : `Started ${day(application.created_at)}`}
      </span>
      <br />
      <span className="quiet">Last updated {day(application.updated_at)}</span>
      {!application.is_completed && (
        <>
          <br />
          {sending ? (
            <b className="c-green">{SENDING_WORDS.stillSending}</b>
          ) : (
            <Left job={application.job} now={now} />
          )}
        </>
      )}
    </p>
    {!application.is_completed && !application.job.is_expired && !sending && (
      <p className="app-a">
        <Link className="btn btn-2 btn-s" to={paths.apply(application.job.id)}>
          {JOB_WORDS.continue}
          <span className="sr-only">: {application.job.title}</span>
        </Link>
      </p>
    )}
  </li>
)

function Left({ job, now }: { job: ListedApplication['job']; now: Date }) {
  const left = daysLeft(job.expiry_date, now)
  if (job.is_expired || (left !== undefined && left < 0))
    return <span className="quiet">Closed {job.expiry_date && day(job.expiry_date)}, not sent</span>
  if (left === undefined) return <span className="quiet">{shortDeadline(null)}</span>
  const hour = left === 0 ? `, ${shortDeadline(job.expiry_date).replace(/^.*, /, '')}` : ''
  const words = daysLeftWords(left) + hour
  return (
    <span className={left === 0 ? 'c-red bold' : left <= JOBS.soonDays ? 'c-amber bold' : 'quiet'}>
      {words}
    </span>
  )
}

import { Link } from 'react-router'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { daysLeft, daysLeftWords, NO_DEADLINE, plainDate, shortDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'

export type ListedApplication = Reply<'GET /api/job-applications/'>[number]

const dateOf = (instant: string) => plainDate(new Date(instant))

/** One application in the list (S2 §2). The whole line is a link to it. */
export const ApplicationLine = ({
  application,
  now,
  isSending = false,
}: {
  application: ListedApplication
  now: Date
  /** The server has received it and not accepted it yet. */
  isSending?: boolean
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
          ? `Applied ${dateOf(application.submitted_at ?? application.created_at)}`
          : `Started ${dateOf(application.created_at)}`}
      </span>
      <br />
      <span className="quiet">Last updated {dateOf(application.updated_at)}</span>
      {!application.is_completed && (
        <>
          <br />
          {isSending ? (
            <b className="c-green">{SENDING_WORDS.stillSending}</b>
          ) : (
            <TimeLeft job={application.job} now={now} />
          )}
        </>
      )}
    </p>
    {!application.is_completed && !application.job.is_expired && !isSending && (
      <p className="app-a">
        <Link className="btn btn-2 btn-s" to={paths.apply(application.job.id)}>
          {JOB_WORDS.continue}
          <span className="sr-only">: {application.job.title}</span>
        </Link>
      </p>
    )}
  </li>
)

const urgencyClass = (remainingDays: number) => {
  if (remainingDays === 0) return 'c-red bold'
  return remainingDays <= JOBS.soonDays ? 'c-amber bold' : 'quiet'
}

function TimeLeft({ job, now }: { job: ListedApplication['job']; now: Date }) {
  const remainingDays = daysLeft(job.expiry_date, now)
  // The deadline may pass after the server sent `is_expired`.
  if (job.is_expired || (remainingDays !== undefined && remainingDays < 0))
    return <span className="quiet">Closed {job.expiry_date && dateOf(job.expiry_date)}, not sent</span>
  if (remainingDays === undefined) return <span className="quiet">{NO_DEADLINE}</span>
  // `Thu 3 Dec, 5:00 p.m.` without the date, because it is today.
  const closingTime = remainingDays === 0 ? `, ${shortDeadline(job.expiry_date).replace(/^.*, /, '')}` : ''
  return (
    <span className={urgencyClass(remainingDays)}>
      {daysLeftWords(remainingDays)}
      {closingTime}
    </span>
  )
}

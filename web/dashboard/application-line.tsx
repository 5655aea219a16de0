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

/** S2 §2: one application in the list; the whole line is a link to it. */
export const ApplicationLine = ({
  it,
  now,
  sending = false,
}: {
  it: ListedApplication
  now: Date /** Received, and not accepted yet. */
  sending?: boolean
}) => (
  <li>
    <div className="app-l">
      <h3>
        <Link to={paths.application(it.id)}>
          <JobTitle title={it.job.title} />
        </Link>
      </h3>
      <p className="small any">
        <WholeWords text={`${it.job.type} · ${it.job.location}`} />
      </p>
    </div>
    <p className="app-b">
      <Badge status={it.status} />
    </p>
    <p className="small app-r">
      <b className="num">{it.reference_number ?? WIZARD_WORDS.noReference}</b>
      <br />
      <span className="quiet">
        {it.is_completed
          ? `Applied ${day(it.submitted_at ?? it.created_at)}`
          : `Started ${day(it.created_at)}`}
      </span>
      <br />
      <span className="quiet">Last updated {day(it.updated_at)}</span>
      {!it.is_completed && (
        <>
          <br />
          {sending ? <b className="c-green">{SENDING_WORDS.stillSending}</b> : <Left it={it} now={now} />}
        </>
      )}
    </p>
    {!it.is_completed && !it.job.is_expired && !sending && (
      <p className="app-a">
        <Link className="btn btn-2 btn-s" to={paths.apply(it.job.id)}>
          {JOB_WORDS.continue}
          <span className="vh">: {it.job.title}</span>
        </Link>
      </p>
    )}
  </li>
)

function Left({ it, now }: { it: ListedApplication; now: Date }) {
  const left = daysLeft(it.job.expiry_date, now)
  if (it.job.is_expired || (left !== undefined && left < 0))
    return <span className="quiet">Closed {it.job.expiry_date && day(it.job.expiry_date)}, not sent</span>
  if (left === undefined) return <span className="quiet">{shortDeadline(null)}</span>
  const hour = left === 0 ? `, ${shortDeadline(it.job.expiry_date).replace(/^.*, /, '')}` : ''
  const words = daysLeftWords(left) + hour
  return (
    <span className={left === 0 ? 'c-red b' : left <= JOBS.soonDays ? 'c-amber b' : 'quiet'}>{words}</span>
  )
}

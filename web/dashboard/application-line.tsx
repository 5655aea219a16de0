import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { daysLeft, daysLeftWords, isExpired, NO_DEADLINE, plainDate, shortMoment } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { JOB_WORDS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { JobTitle, WholeWords } from '../ui/job-title.tsx'

export type ListedApplication = Reply<'GET /api/job-applications/'>[number]

const dateOf = (instant: string) => translate(plainDate(new Date(instant)))

/** When the application was sent or started: `Applied 3 December 2026`, or `Started …` for a draft. */
const startOf = ({ is_completed, submitted_at, created_at }: ListedApplication) => {
  const day = dateOf((is_completed && submitted_at) || created_at)
  return is_completed ? t`Applied ${day}` : t`Started ${day}`
}

const lastUpdated = ({ updated_at }: ListedApplication) => {
  const day = dateOf(updated_at)
  return t`Last updated ${day}`
}

/**
 * One application in the list (S2 §2). The whole line is a link to it. `correction` is set while a sent
 * application is open again.
 */
export const ApplicationLine = ({
  application,
  now,
  isSending = false,
}: {
  application: ListedApplication
  now: Date
  /** True if the server has received the application and not accepted it yet. */
  isSending?: boolean
}) => (
  <li>
    <div className="app-title">
      <h3>
        <Link to={paths.application(application.id)} lang={textLanguage(application.job, 'title')}>
          <JobTitle title={application.job.title} />
        </Link>
      </h3>
      <p className="small any">
        <WholeWords text={`${translate(application.job.type)} · ${application.job.location}`} />
      </p>
    </div>
    <p className="app-badge">
      <Badge status={application.status} />
    </p>
    <p className="small app-facts">
      <b className="num">{application.reference_number ?? translate(WIZARD_WORDS.noReference)}</b>
      <br />
      <span className="quiet">{startOf(application)}</span>
      <br />
      <span className="quiet">{lastUpdated(application)}</span>
      {application.correction && !application.job.is_expired && !isSending && (
        <>
          <br />
          <b className="text-amber">
            <Trans>Correction not sent yet</Trans>
          </b>
        </>
      )}
      {!application.is_completed && (
        <>
          <br />
          {isSending ? (
            <b className="text-green">{translate(SENDING_WORDS.stillSending)}</b>
          ) : (
            <TimeLeft job={application.job} now={now} />
          )}
        </>
      )}
    </p>
    {!application.is_completed && !application.job.is_expired && !isSending && (
      <ContinueButton job={application.job} />
    )}
  </li>
)

const ContinueButton = ({ job }: { job: ListedApplication['job'] }) => (
  <p className="app-action">
    <Link className="btn btn-2 btn-small" to={paths.apply(job.id)}>
      {translate(JOB_WORDS.continue)}
      <span className="sr-only" lang={textLanguage(job, 'title')}>
        : {job.title}
      </span>
    </Link>
  </p>
)

const urgencyClass = (remainingDays: number) => {
  if (remainingDays === 0) return 'text-red bold'
  return remainingDays <= JOBS.soonDays ? 'text-amber bold' : 'quiet'
}

function TimeLeft({ job, now }: { job: ListedApplication['job']; now: Date }) {
  const remainingDays = daysLeft(job.expiry_date, now)
  // `is_expired` may be out of date: the deadline may pass after the server sent it.
  if (job.is_expired || (remainingDays !== undefined && remainingDays < 0)) {
    // Officers may have closed the job before its deadline.
    const day = job.expiry_date && isExpired(job.expiry_date, now) && dateOf(job.expiry_date)
    return <span className="quiet">{day ? t`Closed ${day}, not sent` : t`Closed, not sent`}</span>
  }
  if (remainingDays === undefined) return <span className="quiet">{translate(NO_DEADLINE)}</span>
  // The time of day from a text such as `Thu 3 Dec, 5:00 p.m.`. It is shown only on the last day.
  const closingTime = translate(shortMoment(job.expiry_date).replace(/^.*, /, ''))
  return (
    <span className={urgencyClass(remainingDays)}>
      {translate(daysLeftWords(remainingDays))}
      {remainingDays === 0 && `, ${closingTime}`}
    </span>
  )
}

import { Link } from 'react-router'
import type { Status } from '#contract/job-applications/words.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import { clockTime, clockTimeInFull, longDeadline, plainDate } from '#contract/dates.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import { paths } from '../paths.ts'
import { STATUS_ICONS } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { NotificationText } from './notification-text.tsx'
import { sectionsOf } from './sections.ts'

const CALLOUT_CLASSES: Record<Status, string> = {
  Pending: 'is-green',
  'Under Review': '',
  Shortlisted: 'is-green',
  Rejected: 'is-red',
  Hired: 'is-green',
}

const TIMELINE_CLASSES: Partial<Record<Status, string>> = {
  Shortlisted: 'good',
  Hired: 'good',
  Rejected: 'bad-news',
}

/** What each status means for the person, and what comes next. No text promises a day. */
const STATUS_TEXTS: Record<Status, [string, string]> = {
  Pending: [
    'We have your application.',
    'You do not need to do anything now. When officers start reading, you see Under Review here.',
  ],
  'Under Review': [
    'Officers are reading the applications.',
    'You will find the outcome here and under Notifications.',
  ],
  Shortlisted: [
    'You are shortlisted.',
    'The invitation gives the day and the place. Bring your ID and your receipt.',
  ],
  Rejected: [
    'You were not chosen this time.',
    'You may apply for any other open job. Your details are filled in for you again.',
  ],
  Hired: [
    'You have been selected for this job.',
    'We will email or call you with the date and the place to report. Bring your ID and your receipt. No one may ask you to pay.',
  ],
}

const draftText = ({ is_expired, expiry_date }: Application['job']) => {
  if (is_expired) return `Applications for this job closed on ${longDeadline(expiry_date)}.`
  return expiry_date
    ? `It must reach us by ${longDeadline(expiry_date)}.`
    : 'An application counts only after you submit it.'
}

/** The state of the application, in words. */
export function StatusCallout({ application }: { application: Application }) {
  if (application.status === 'Draft') {
    return (
      <div className="callout is-amber mt4">
        <p>
          <b>This application is not sent yet.</b> <NotificationText message={draftText(application.job)} />
        </p>
      </div>
    )
  }
  const [meaning, nextStep] = STATUS_TEXTS[application.status]
  return (
    <div className={`callout ${CALLOUT_CLASSES[application.status]} mt4`}>
      <p>
        <b>{meaning}</b> {nextStep}
      </p>
    </div>
  )
}

export const dateAndTime = (instant: string) =>
  `${plainDate(new Date(instant))}, ${clockTime(new Date(instant))}`

type Decision = AccessRecords['decisions'][number]

const DecisionItem = ({ status, reason, by, when }: Omit<Decision, 'at'> & { when: string }) => (
  <li className={TIMELINE_CLASSES[status]}>
    <Icon name={STATUS_ICONS[status]} />
    <b>{status}</b>
    {reason && <p className="reason">{reason}</p>}
    <p className="small quiet">{when}</p>
    {by.length > 0 && <p className="small quiet">Decided by: {by.join(', then ')}</p>}
  </li>
)

const ReceivedItem = ({ application, submittedAt }: { application: Application; submittedAt: Date }) => (
  <li className="good">
    <Icon name="tick" />
    <b>Received</b>
    <p className="small quiet">
      Applied {plainDate(submittedAt)}, {clockTimeInFull(submittedAt)}
    </p>
    {application.status === 'Pending' && (
      <p className="small quiet">Last updated {dateAndTime(application.updated_at)}</p>
    )}
    {application.receipt && (
      <p className="small">
        <a className="tap" href="#receipt">
          See the receipt
        </a>
      </p>
    )}
  </li>
)

const DraftItem = ({ application }: { application: Application }) => (
  <li>
    <Icon name="pen" />
    <b>Draft</b>
    <p className="small quiet">Last updated {dateAndTime(application.updated_at)}</p>
  </li>
)

/** What has happened, newest first: each decision with its reason, and the dates of S2 §2. */
export const Timeline = ({ application, decisions }: { application: Application; decisions: Decision[] }) => (
  <section>
    <h2 className="h-s">What has happened</h2>
    <ol className="timeline">
      {/* The status has its own line while no loaded decision explains it. */}
      {application.status !== 'Draft' &&
        application.status !== 'Pending' &&
        decisions[0]?.status !== application.status && (
          <DecisionItem
            status={application.status}
            reason=""
            by={[]}
            when={`Last updated ${dateAndTime(application.updated_at)}`}
          />
        )}
      {decisions.map((decision, index) => (
        <DecisionItem
          key={decision.at}
          {...decision}
          when={
            // The newest decision set the present status.
            index === 0 && decision.status === application.status
              ? `Last updated ${dateAndTime(application.updated_at)}`
              : dateAndTime(decision.at)
          }
        />
      ))}
      {application.submitted_at ? (
        <ReceivedItem application={application} submittedAt={new Date(application.submitted_at)} />
      ) : (
        <DraftItem application={application} />
      )}
      <li className="past">
        <Icon name="page" />
        <b>Started</b>
        <p className="small quiet">{dateAndTime(application.created_at)}</p>
      </li>
    </ol>
  </section>
)

/** The four parts of the application, each complete or missing (S2 §2). */
export const SectionChecklist = ({ application }: { application: Application }) => (
  <section>
    <h2 className="h-s">{APPLICATION_WORDS.progress}</h2>
    <ul className="check">
      {sectionsOf(application).map(({ name, done }) => (
        <li key={name} className={done ? 'done' : 'open'}>
          <Icon name={done ? 'tick' : 'bang'} />
          <span>{name}</span>
          <span className="small quiet">{done ? 'Complete' : 'Missing'}</span>
        </li>
      ))}
    </ul>
    {!application.is_completed &&
      !application.job.is_expired &&
      sectionsOf(application).some(({ done }) => !done) && (
        <p className="small mt2">
          <Link to={paths.apply(application.job.id)}>Fill in what is missing</Link>
        </p>
      )}
  </section>
)

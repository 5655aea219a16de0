import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OwnStatus } from '#contract/job-applications/words.ts'
import { REFUSAL_WORDS } from '#contract/job-applications/sending-words.ts'
import { WITHDRAWAL_WORDS } from '#contract/job-applications/withdrawal.ts'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { clockTime, clockTimeInFull, isExpired, longDeadline, plainDate } from '#contract/dates.ts'
import type { Application } from '#contract/job-applications/endpoints.ts'
import type { AccessRecords } from '#contract/job-applications/access-records.ts'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { STATUS_ICONS } from '../ui/badge.tsx'
import { Icon } from '../ui/icon.tsx'
import { NotificationText } from './notification-text.tsx'
import { roleName } from './role-names.ts'
import { sectionsOf } from './sections.ts'
import { useNow } from './use-now.ts'

/** The class of the coloured box for each status; '' for a box without a colour. */
const CALLOUT_CLASSES: Record<OwnStatus, string> = {
  Pending: 'is-green',
  'Under Review': '',
  Shortlisted: 'is-green',
  Rejected: 'is-red',
  Hired: 'is-green',
  Withdrawn: '',
}

const TIMELINE_CLASSES: Partial<Record<OwnStatus, string>> = {
  Shortlisted: 'good',
  Hired: 'good',
  Rejected: 'bad-news',
}

/** For each status, what it means for the person, then what comes next. No text promises a day. */
const STATUS_TEXTS: Record<OwnStatus, [string, string]> = {
  Pending: [
    t`We have your application.`,
    t`You do not need to do anything now. When officers start reading, you see Under Review here.`,
  ],
  'Under Review': [
    t`Officers are reading the applications.`,
    t`You will find the outcome here and under Notifications.`,
  ],
  Shortlisted: [
    t`You are shortlisted.`,
    t`The invitation gives the day and the place. Bring your ID and your receipt.`,
  ],
  Rejected: [
    t`You were not chosen this time.`,
    t`You may apply for any other open job. Your details are filled in for you again.`,
  ],
  Hired: [
    t`You have been selected for this job.`,
    t`We will email or call you with the date and the place to report. Bring your ID and your receipt. No one may ask you to pay.`,
  ],
  Withdrawn: [t`You withdrew this application.`, t`Officers no longer see it, and it cannot be chosen.`],
}

const draftText = ({ is_expired, expiry_date }: Application['job'], now: Date) => {
  const deadline = translate(longDeadline(expiry_date))
  if (is_expired) {
    // Officers may have closed the job before its deadline.
    return isExpired(expiry_date, now)
      ? t`Applications for this job closed on ${deadline}.`
      : translate(REFUSAL_WORDS.jobClosed)
  }
  return expiry_date
    ? t`It must reach us by ${deadline}.`
    : t`An application counts only after you submit it.`
}

/** The state of the application, in words. */
export function StatusCallout({ application }: { application: Application }) {
  const now = useNow()
  if (application.status === 'Draft') {
    return (
      <div className="callout is-amber mt4">
        <p>
          <b>
            <Trans>This application is not sent yet.</Trans>
          </b>{' '}
          {/* This keeps the date and the time on one line each, as in notifications. */}
          <NotificationText message={draftText(application.job, now)} />
        </p>
      </div>
    )
  }
  const [meaning, nextStep] = STATUS_TEXTS[application.status]
  return (
    <div className={`callout ${CALLOUT_CLASSES[application.status]} mt4`}>
      <p>
        <b>{meaning}</b> {nextStep}
        {application.status === 'Withdrawn' && !application.job.is_expired && (
          <> {translate(WITHDRAWAL_WORDS.mayReapply)}</>
        )}
      </p>
    </div>
  )
}

/** A date and time such as `24 November 2026, 5:00 p.m.`, in the language of the page. */
export const dateAndTime = (instant: string) =>
  `${translate(plainDate(new Date(instant)))}, ${translate(clockTime(new Date(instant)))}`

/** The roles of the officers who decided, such as 'Reviewer, then Approver'; '' if there are none. */
const rolesInOrder = ([first = '', ...others]: string[]) =>
  others.map(roleName).reduce((roles, next) => t`${roles}, then ${next}`, roleName(first))

type Decision = AccessRecords['decisions'][number]

type DecisionItemProps = Omit<Decision, 'at' | 'status'> & { status: OwnStatus; when: string }

function DecisionItem({ status, reason, by, when }: DecisionItemProps) {
  const roles = rolesInOrder(by)
  return (
    <li className={TIMELINE_CLASSES[status]}>
      <Icon name={STATUS_ICONS[status]} />
      <b>{translate(status)}</b>
      {reason && <p className="reason">{translate(reason)}</p>}
      {when && <p className="small quiet">{when}</p>}
      {roles && (
        <p className="small quiet">
          <Trans>Decided by: {roles}</Trans>
        </p>
      )}
    </li>
  )
}

function ReceivedItem({ application, submittedAt }: { application: Application; submittedAt: Date }) {
  const day = translate(plainDate(submittedAt))
  const time = translate(clockTimeInFull(submittedAt))
  return (
    <li className="good">
      <Icon name="tick" />
      <b>
        <Trans>Received</Trans>
      </b>
      <p className="small quiet">
        <Trans>
          Applied {day}, {time}
        </Trans>
      </p>
      {application.receipt && (
        <p className="small">
          <a className="tap" href="#receipt">
            <Trans>See the receipt</Trans>
          </a>
        </p>
      )}
    </li>
  )
}

const DraftItem = () => (
  <li>
    <Icon name="pen" />
    <b>
      <Trans>Draft</Trans>
    </b>
  </li>
)

const LastUpdated = ({ application }: { application: Application }) => {
  const moment = dateAndTime(application.updated_at)
  return (
    <p className="small quiet mb4">
      <Trans>Last updated {moment}</Trans>
    </p>
  )
}

/** The history of the application, newest first: each decision with its reason, and the dates of S2 §2. */
export const Timeline = ({ application, decisions }: { application: Application; decisions: Decision[] }) => (
  <section>
    <h2 className="heading-small">
      <Trans>What has happened</Trans>
    </h2>
    <LastUpdated application={application} />
    <ol className="timeline">
      {/* If none of the loaded decisions explains the present status, the status has a line of its own. */}
      {application.status !== 'Draft' &&
        application.status !== 'Pending' &&
        decisions[0]?.status !== application.status && (
          <DecisionItem
            status={application.status}
            reason=""
            by={[]}
            // A withdrawal is the last change. The time of a decision that is not loaded is unknown.
            when={application.status === 'Withdrawn' ? dateAndTime(application.updated_at) : ''}
          />
        )}
      {decisions.map((decision) => (
        <DecisionItem key={decision.at} {...decision} when={dateAndTime(decision.at)} />
      ))}
      {application.submitted_at ? (
        <ReceivedItem application={application} submittedAt={new Date(application.submitted_at)} />
      ) : (
        <DraftItem />
      )}
      <li className="past">
        <Icon name="page" />
        <b>
          <Trans>Started</Trans>
        </b>
        <p className="small quiet">{dateAndTime(application.created_at)}</p>
      </li>
    </ol>
  </section>
)

/** The four parts of the application, each complete or missing (S2 §2). */
export const SectionChecklist = ({ application }: { application: Application }) => (
  <section>
    <h2 className="heading-small">{translate(APPLICATION_WORDS.progress)}</h2>
    <ul className="check">
      {sectionsOf(application).map(({ name, done }) => (
        <li key={name} className={done ? 'done' : 'open'}>
          <Icon name={done ? 'tick' : 'bang'} />
          <span>{name}</span>
          <span className="small quiet">{done ? t`Complete` : t`Missing`}</span>
        </li>
      ))}
    </ul>
    {!application.is_completed &&
      !application.job.is_expired &&
      sectionsOf(application).some(({ done }) => !done) && (
        <p className="small mt2">
          <Link to={paths.apply(application.job.id)}>
            <Trans>Fill in what is missing</Trans>
          </Link>
        </p>
      )}
  </section>
)

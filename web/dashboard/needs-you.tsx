import { Link, useLocation } from 'react-router'
import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { PAGE_PAUSED } from '#contract/last-hour/brownout-words.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { NOTIFICATION_WORDS } from '#contract/notifications/words.ts'
import { textLanguage, translate } from '../language/translate.ts'
import type { Loaded } from '../loaded.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { isBusy } from '../busy.ts'
import { ChosenCard, FirstDraft, OtherDraft } from './draft-card.tsx'
import { type ListedApplication, type loadDrafts, openDrafts } from './drafts.ts'
import { NotificationText, readable } from './notification-text.tsx'
import { useShell } from './shell.tsx'
import { LoadFailed, DraftLinks } from './load-failed.tsx'
import { useNow } from './use-now.ts'

/** The section shows at most this many drafts, and as many unsent corrections. */
const MAX_SHOWN_DRAFTS = 3

type Props = Awaited<ReturnType<typeof loadDrafts>> & {
  notifications: Loaded<Reply<'GET /api/notifications/'>>
}

/** The tasks that are open for this person, such as drafts, corrections and unread notifications. */
function useOpenTasks({ applications, firstDraft, notifications, chosenJob, loadedChosenJob }: Props) {
  const session = useSession()
  const { sendingJobIds } = useShell()
  const listed = applications.data ?? []
  const drafts = openDrafts(listed, chosenJob?.id, sendingJobIds, useNow())
  const unread = (notifications.data ?? []).filter(({ is_read }) => !is_read)
  return {
    listed,
    drafts,
    corrections: listed.filter(
      ({ correction, job }) => correction && !job.is_expired && !sendingJobIds.includes(job.id),
    ),
    unread,
    chosenJob,
    // The list of applications may be newer than this draft, and may then start with another one.
    firstDraft: firstDraft?.data?.id === drafts[0]?.id ? firstDraft?.data : undefined,
    // The chosen job; undefined if the person already has an application for it.
    jobToStart: chosenJob && loadedChosenJob && { ...loadedChosenJob, job: chosenJob },
    needsSecurityQuestion: session.state === 'in' && session.requireSecuritySetup,
  }
}
type OpenTasks = ReturnType<typeof useOpenTasks>

const hasNoTasks = ({ drafts, corrections, jobToStart, needsSecurityQuestion, unread }: OpenTasks) =>
  drafts.length === 0 &&
  corrections.length === 0 &&
  !jobToStart &&
  !needsSecurityQuestion &&
  unread.length === 0

/**
 * The first section of the dashboard. It starts with the message of the previous page (L6), unfinished
 * applications and the chosen job (W17). Then come the missing security question (A20) and unread
 * notifications.
 */
export function NeedsYou(props: Props) {
  const { applications, notifications } = props
  const tasks = useOpenTasks(props)
  const { deviceDrafts } = useShell()
  const session = useSession()
  const isBusyForNotifications = notifications.error !== undefined && isBusy(notifications.error)
  return (
    <section className="mt5">
      <h2 className="heading-small">
        <Trans>What needs you now</Trans>
      </h2>
      <PreviousPageMessage applications={tasks.listed} />
      {applications.error !== undefined && (
        <LoadFailed
          sentence={APPLICATION_WORDS.listFailed}
          error={applications.error}
          busySentence={BUSY_PAGE_WORDS.applications}
        >
          <DraftLinks drafts={deviceDrafts.filter((draft) => draft.job !== tasks.jobToStart?.job.id)} />
        </LoadFailed>
      )}
      {notifications.error !== undefined && !isBusyForNotifications && (
        <LoadFailed
          sentence={session.state === 'in' ? NOTIFICATION_WORDS.failed : NOTIFICATION_WORDS.noToken}
          error={notifications.error}
        />
      )}
      {!hasNoTasks(tasks) && <TaskCards tasks={tasks} />}
      {/* If the portal was too busy for the applications too, their own `LoadFailed` has already said so. */}
      {isBusyForNotifications && !isBusy(applications.error) && (
        <p className="callout mt4" role="status">
          {translate(tasks.drafts.length > 0 || tasks.jobToStart ? BUSY_PAGE_WORDS.drafts : PAGE_PAUSED)}
        </p>
      )}
      {applications.data && notifications.data && hasNoTasks(tasks) && (
        <p className="quiet rest">
          <Trans>
            Nothing at the moment. <Link to={paths.dashboardJobs()}>Look through the open jobs</Link> when you
            are ready.
          </Trans>
        </p>
      )}
    </section>
  )
}

function TaskCards({
  tasks: { drafts, corrections, firstDraft, jobToStart, chosenJob, needsSecurityQuestion, unread },
}: {
  tasks: OpenTasks
}) {
  const now = useNow()
  return (
    <ul className="need">
      {drafts.slice(0, MAX_SHOWN_DRAFTS).map((draft, index) => (
        <li key={draft.id}>
          {index === 0 ? (
            <FirstDraft
              draft={draft}
              flags={firstDraft}
              now={now}
              isChosen={draft.job.id === chosenJob?.id}
            />
          ) : (
            <OtherDraft draft={draft} now={now} />
          )}
        </li>
      ))}
      {drafts.length > MAX_SHOWN_DRAFTS && (
        <li>
          <MoreDrafts count={drafts.length - MAX_SHOWN_DRAFTS} />
        </li>
      )}
      {corrections.slice(0, MAX_SHOWN_DRAFTS).map((application) => (
        <li key={application.id}>
          <UnsentCorrection application={application} />
        </li>
      ))}
      {jobToStart && (
        <li>
          <ChosenCard {...jobToStart} now={now} isFirst={drafts.length === 0} />
        </li>
      )}
      {needsSecurityQuestion && (
        <li>
          <SecurityQuestionTask isFirst={drafts.length === 0 && !jobToStart} />
        </li>
      )}
      {unread[0] && (
        <li>
          <UnreadNotification newest={unread[0]} othersCount={unread.length - 1} />
        </li>
      )}
    </ul>
  )
}

// The message about what the previous page did, for example that an application was sent. It is in the
// history state, so that a reload keeps it (L6). `job`: the number of the job.
function PreviousPageMessage({ applications }: { applications: ListedApplication[] }) {
  const { state }: { state: { message?: string; job?: number } | null } = useLocation()
  if (!state?.message) return null
  const application = applications.find(({ job }) => job.id === state.job)
  return (
    <div className="callout is-green mb4" role="status">
      <p>{translate(state.message)}</p>
      <p>
        <Link className="tap" to={application ? paths.application(application.id) : paths.applications()}>
          {application ? t`Open this application` : t`My Applications`}{' '}
          <Icon name="right" size="icon-small" />
        </Link>
      </p>
    </div>
  )
}

const MoreDrafts = ({ count }: { count: number }) => (
  <p>
    <Link to={paths.applications()}>
      {plural(count, {
        one: 'One more application is not finished',
        other: '# more applications are not finished',
      })}
    </Link>
  </p>
)

/** Until a correction is sent, the version before it counts (W15). Only the applicant can send it. */
const UnsentCorrection = ({ application: { id, job } }: { application: ListedApplication }) => (
  <div className="line">
    <p>
      <b className="text-amber">
        <Trans>Correction not sent yet</Trans>
      </b>
      <br />
      <span lang={textLanguage(job, 'title')}>
        <JobTitle title={job.title} />
      </span>
    </p>
    <p>
      <Link className="btn btn-2" to={paths.application(id)}>
        <Trans>Open this application</Trans>
      </Link>
    </p>
  </div>
)

const SecurityQuestionTask = ({ isFirst }: { isFirst: boolean }) => (
  <div className="line">
    <p>
      <Trans>
        <b>You have no security question yet.</b> With one, you can get back in when you cannot open your
        email.
      </Trans>
    </p>
    <p>
      <Link className={isFirst ? 'btn' : 'btn btn-2'} to={paths.securitySetup}>
        <Trans>Set Security Question</Trans>
      </Link>
    </p>
  </div>
)

const UnreadNotification = ({
  newest,
  othersCount,
}: {
  newest: { message: string; type: string }
  othersCount: number
}) => (
  <div className="line">
    <p className="marked any">
      <Icon name="bell" />
      <span>
        <span className="sr-only">
          <Trans>Unread:</Trans>{' '}
        </span>
        <NotificationText {...readable(newest)} />
        {othersCount > 0 && (
          <span className="quiet small">
            {' '}
            {plural(othersCount, { one: 'And one more.', other: 'And # more.' })}
          </span>
        )}
      </span>
    </p>
    <p>
      <Link className="btn btn-2" to={paths.notifications}>
        <Trans>Read Notifications</Trans>
      </Link>
    </p>
  </div>
)

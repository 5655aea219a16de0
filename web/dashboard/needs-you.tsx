import { Link, useLocation } from 'react-router'
import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import { PAUSED_WORDS } from '#contract/last-hour/brownout.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { NOTIFICATION_WORDS } from '#contract/notifications/words.ts'
import type { Loaded } from '../loaded.ts'
import { paths } from '../paths.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { isBusy } from '../busy.ts'
import { ChosenCard, FirstDraft, OtherDraft } from './draft-card.tsx'
import { type Listed, type loadDrafts, openDrafts } from './drafts.ts'
import { NotificationWords } from './notification-words.tsx'
import { useShell } from './shell.tsx'
import { Failed, WaysIn } from './states.tsx'
import { useNow } from './use-now.ts'

const SHOWN = 3

type Props = Awaited<ReturnType<typeof loadDrafts>> & {
  notifications: Loaded<Reply<'GET /api/notifications/'>>
}

/** What waits for this person, in the order in which it is shown. */
function useNeeds({ applications, firstDraft, notifications, chosen, chosenJob }: Props) {
  const session = useSession()
  const { sendingJobs } = useShell()
  const list = applications.data ?? []
  const drafts = openDrafts(list, chosen?.id, sendingJobs)
  const unread = (notifications.data ?? []).filter(({ is_read }) => !is_read)
  return {
    list,
    drafts,
    unread,
    chosen,
    firstDraft: firstDraft?.data?.id === drafts[0]?.id ? firstDraft?.data : undefined,
    // If the job has an application already, its own card or its line among the sent ones shows that.
    newJob: chosen && chosenJob && { ...chosenJob, job: chosen },
    setUp: session.state === 'in' && session.requireSecuritySetup,
  }
}
type Needs = ReturnType<typeof useNeeds>

const isNothing = ({ drafts, newJob, setUp, unread }: Needs) =>
  drafts.length === 0 && !newJob && !setUp && unread.length === 0

/**
 * What comes first: the message of the previous page (L6), unfinished applications, the chosen job (W17), the
 * missing question (A20), unread notifications.
 */
export function NeedsYou(props: Props) {
  const { applications, notifications } = props
  const needs = useNeeds(props)
  const { deviceDrafts } = useShell()
  const session = useSession()
  const isPaused = notifications.error !== undefined && isBusy(notifications.error)
  return (
    <section className="mt5">
      <h2 className="h-s">What needs you now</h2>
      <Message list={needs.list} />
      {applications.error !== undefined && (
        <Failed
          sentence={APPLICATION_WORDS.listFailed}
          error={applications.error}
          busy={BUSY_PAGE_WORDS.applications}
        >
          <WaysIn drafts={deviceDrafts.filter((draft) => draft.job !== needs.newJob?.job.id)} />
        </Failed>
      )}
      {notifications.error !== undefined && !isPaused && (
        <Failed
          sentence={session.state === 'in' ? NOTIFICATION_WORDS.failed : NOTIFICATION_WORDS.noToken}
          error={notifications.error}
        />
      )}
      {!isNothing(needs) && <Cards needs={needs} />}
      {isPaused && !isBusy(applications.error) && (
        <p className="callout mt4" role="status">
          {needs.drafts.length > 0 || needs.newJob ? BUSY_PAGE_WORDS.drafts : PAUSED_WORDS.read}
        </p>
      )}
      {applications.data && notifications.data && isNothing(needs) && (
        <p className="quiet rest">
          Nothing at the moment. <Link to={paths.dashboardJobs()}>Look through the open jobs</Link> when you
          are ready.
        </p>
      )}
    </section>
  )
}

function Cards({ needs: { drafts, firstDraft, newJob, chosen, setUp, unread } }: { needs: Needs }) {
  const now = useNow()
  return (
    <ul className="need">
      {drafts.slice(0, SHOWN).map((draft, index) => (
        <li key={draft.id}>
          {index === 0 ? (
            <FirstDraft draft={draft} flags={firstDraft} now={now} chosen={draft.job.id === chosen?.id} />
          ) : (
            <OtherDraft draft={draft} now={now} />
          )}
        </li>
      ))}
      {drafts.length > SHOWN && (
        <li>
          <More count={drafts.length - SHOWN} />
        </li>
      )}
      {newJob && (
        <li>
          <ChosenCard {...newJob} now={now} first={drafts.length === 0} />
        </li>
      )}
      {setUp && (
        <li>
          <SetUp first={drafts.length === 0 && !newJob} />
        </li>
      )}
      {unread[0] && (
        <li>
          <Unread newest={unread[0]} more={unread.length - 1} />
        </li>
      )}
    </ul>
  )
}

// L6: in history state, so that a reload keeps it; with a link to the application that it is about.
function Message({ list }: { list: Listed[] }) {
  const { state } = useLocation()
  const { notice, job } = (state ?? {}) as { notice?: string; job?: number }
  if (!notice) return null
  const application = list.find((entry) => entry.job.id === job)
  return (
    <div className="callout is-green mb4" role="status">
      <p>{notice}</p>
      <p>
        <Link className="tap" to={application ? paths.application(application.id) : paths.applications()}>
          {application ? 'Open this application' : 'My Applications'} <Icon name="right" size="i-s" />
        </Link>
      </p>
    </div>
  )
}

const More = ({ count }: { count: number }) => (
  <p>
    <Link to={paths.applications()}>
      {count === 1 ? 'One more application is' : `${count} more applications are`} not finished
    </Link>
  </p>
)

const SetUp = ({ first }: { first: boolean }) => (
  <div className="line">
    <p>
      <b>You have no security question yet.</b> It lets you back in when you cannot open your email.
    </p>
    <p>
      <Link className={first ? 'btn' : 'btn btn-2'} to={paths.securitySetup}>
        Set Security Question
      </Link>
    </p>
  </div>
)

const Unread = ({ newest, more }: { newest: { message: string }; more: number }) => (
  <div className="line">
    <p className="marked any">
      <Icon name="bell" />
      <span>
        <span className="sr-only">Unread: </span>
        <NotificationWords message={newest.message} />
        {more > 0 && <span className="quiet small"> And {more === 1 ? 'one more' : `${more} more`}.</span>}
      </span>
    </p>
    <p>
      <Link className="btn btn-2" to={paths.notifications}>
        Read Notifications
      </Link>
    </p>
  </div>
)

import { type ReactNode, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import { PAUSED_WORDS } from '#contract/last-hour/brownout.ts'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import type { Reply } from '#contract/endpoints.ts'
import { NOTIFICATION_WORDS } from '#contract/notifications/words.ts'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { chosenJob } from '../session/chosen-job.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { isBusy } from '../busy.ts'
import { useAnswer } from '../use-answer.ts'
import { ChosenCard, FirstDraft, OtherDraft } from './draft-card.tsx'
import { NotificationWords } from './notification-words.tsx'
import { sectionsOf } from './sections.ts'
import { useShell } from './shell.tsx'
import { Failed, Waiting, WaysIn } from './states.tsx'
import { useNow } from './use-now.ts'

type Listed = Reply<'GET /api/job-applications/'>[number]

const SHOWN = 3

/** Drafts that can still be sent: first the job that was chosen last (W17), then the nearest deadline. */
const openDrafts = (list: Listed[], chosen: number | undefined, sending: number[]) =>
  list
    .filter(({ is_completed, job }) => !is_completed && !job.is_expired && !sending.includes(job.id))
    .sort((left, right) => (left.job.expiry_date ?? '9').localeCompare(right.job.expiry_date ?? '9'))
    .sort((left, right) => Number(right.job.id === chosen) - Number(left.job.id === chosen))

/**
 * What comes first: the message of the previous page (L6), unfinished applications, the chosen job (W17), the
 * missing question (A20), unread notifications. It appears in one piece, together with `children`: nothing
 * moves under a finger.
 */
export function NeedsYou({ children }: { children: ReactNode }) {
  const session = useSession()
  const now = useNow()
  const [job] = useState(chosenJob)
  const applications = useAnswer('applications', () => call('GET /api/job-applications/'))
  const notices = useAnswer('notices', () => call('GET /api/notifications/'))
  const list = applications.state === 'here' ? applications.data : []
  const { sendingJobs, deviceDrafts } = useShell()
  const drafts = openDrafts(list, job?.id, sendingJobs)
  const unread = notices.state === 'here' ? notices.data.filter(({ is_read }) => !is_read) : []
  const setUp = session.state === 'in' && session.requireSecuritySetup
  // If the job has an application already, its own card or its line among the sent ones shows that.
  const chosen =
    job && applications.state !== 'waiting' && !list.some((entry) => entry.job.id === job.id)
      ? job
      : undefined
  const first = drafts[0]?.id
  const parts = useAnswer(first ?? 0, async () =>
    first === undefined
      ? null
      : sectionsOf(await call('GET /api/job-applications/{id}/', { params: { id: first } })),
  )
  const waiting = [applications, notices, parts].some(({ state }) => state === 'waiting')
  const [settled, setSettled] = useState(false)
  if (!waiting && !settled) setSettled(true)
  const nothing = drafts.length === 0 && !chosen && !setUp && unread.length === 0
  return (
    <>
      <section className="mt5">
        <h2 className="h-s">What needs you now</h2>
        <Message list={list} />
        {settled ? (
          <>
            {applications.state === 'waiting' && <Waiting what="what needs you" lines={2} />}
            {applications.state === 'failed' && (
              <Failed
                sentence={APPLICATION_WORDS.listFailed}
                answer={applications}
                busy={BUSY_PAGE_WORDS.applications}
              >
                <WaysIn drafts={deviceDrafts.filter((draft) => draft.job !== chosen?.id)} />
              </Failed>
            )}
            {notices.state === 'failed' && !isBusy(notices.error) && (
              <Failed
                sentence={session.state === 'in' ? NOTIFICATION_WORDS.failed : NOTIFICATION_WORDS.noToken}
                answer={notices}
              />
            )}
            {!nothing && (
              <ul className="need">
                {drafts.slice(0, SHOWN).map((entry, index) => (
                  <li key={entry.id}>
                    {index === 0 ? (
                      <FirstDraft draft={entry} parts={parts} now={now} chosen={entry.job.id === job?.id} />
                    ) : (
                      <OtherDraft draft={entry} now={now} />
                    )}
                  </li>
                ))}
                {drafts.length > SHOWN && (
                  <li>
                    <More count={drafts.length - SHOWN} />
                  </li>
                )}
                {chosen && (
                  <li>
                    <ChosenCard job={chosen} now={now} first={drafts.length === 0} />
                  </li>
                )}
                {setUp && (
                  <li>
                    <SetUp first={drafts.length === 0 && !chosen} />
                  </li>
                )}
                {unread[0] && (
                  <li>
                    <Unread newest={unread[0]} more={unread.length - 1} />
                  </li>
                )}
              </ul>
            )}
            {notices.state === 'failed' &&
              isBusy(notices.error) &&
              !(applications.state === 'failed' && isBusy(applications.error)) && (
                <p className="callout mt4" role="status">
                  {drafts.length > 0 || chosen ? BUSY_PAGE_WORDS.drafts : PAUSED_WORDS.read}
                </p>
              )}
            {applications.state === 'here' && notices.state === 'here' && nothing && (
              <p className="quiet rest">
                Nothing at the moment. <Link to={paths.dashboardJobs()}>Look through the open jobs</Link> when
                you are ready.
              </p>
            )}
          </>
        ) : (
          <Waiting what="what needs you" lines={4} />
        )}
      </section>
      {settled && children}
    </>
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
        <span className="vh">Unread: </span>
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

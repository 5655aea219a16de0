import { useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { clockTime, longDate, plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { NOTIFICATION_WORDS } from '#contract/notification-words.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { type ChosenJob, chosenJob } from '../session/chosen-job.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnswer } from '../use-answer.ts'
import { DashboardFrame } from './frame.tsx'
import type { Route } from './+types/dashboard-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Dashboard', index: false })

export default function DashboardPage() {
  return (
    <DashboardFrame here="Dashboard">
      <Dashboard />
    </DashboardFrame>
  )
}

function Dashboard() {
  const profile = useAnswer('profile', () => call('GET /api/user/profile/'))
  const name = profile.state === 'here' ? profile.data.user.first_name : ''
  const today = profile.state === 'here' ? longDate(new Date(profile.data.server_time)) : ' '
  return (
    <>
      <p className="folio">
        <span>{today}</span>
      </p>
      <h1>{name ? `Habari, ${name}` : 'Habari'}</h1>
      <NeedsYou />
      <Notices />
      <section className="mt6">
        <h2 className="h-s">Quick actions</h2>
        <ul className="quick">
          <li>
            <Link to={paths.jobs}>
              Browse Jobs <Icon name="right" />
            </Link>
          </li>
          <li>
            <Link to={paths.profile}>
              My Profile <Icon name="right" />
            </Link>
          </li>
        </ul>
      </section>
    </>
  )
}

/** The message that led here (L6: in history state, so a reload keeps it), the chosen job (W17), the missing question (A20). */
function NeedsYou() {
  const session = useSession()
  const { state } = useLocation()
  const notice = (state as { notice?: string } | null)?.notice
  const [job, setJob] = useState<ChosenJob>()
  useEffect(() => setJob(chosenJob()), [])
  const setUp = session.state === 'in' && session.requireSecuritySetup
  return (
    <section className="mt5">
      <h2 className="h-s">What needs you now</h2>
      {notice && (
        <p className="callout is-green mb4" role="status">
          {notice}
        </p>
      )}
      {job || setUp ? (
        <div className="need">
          {job && (
            <div>
              <p>
                Continue your application for <b className="any">{job.title || 'the job you chose'}</b>
              </p>
              <p>
                <Link className="btn" to={paths.apply(job.id)}>
                  Continue Application
                </Link>
              </p>
            </div>
          )}
          {setUp && (
            <div>
              <p>
                <b>You have no security question yet.</b> It lets you back in when you cannot open your email.
              </p>
              <p>
                <Link className={job ? 'btn btn-2' : 'btn'} to={paths.securitySetup}>
                  Set Security Question
                </Link>
              </p>
            </div>
          )}
        </div>
      ) : (
        <p className="quiet">Nothing at the moment. Look through the open notices when you are ready.</p>
      )}
    </section>
  )
}

function Notices() {
  const session = useSession()
  const notices = useAnswer('notices', () => call('GET /api/notifications/'))
  return (
    <section className="mt6" aria-busy={notices.state === 'waiting'}>
      <h2 className="h-s">Notifications</h2>
      {notices.state === 'waiting' && (
        <div role="status">
          <span className="vh">Loading your notifications</span>
          <div className="ghost" />
          <div className="ghost" />
        </div>
      )}
      {notices.state === 'failed' && (
        <p className="callout is-red">
          {session.state === 'in' ? NOTIFICATION_WORDS.failed : NOTIFICATION_WORDS.noToken}{' '}
          <button className="link" type="button" onClick={notices.again}>
            Try again
          </button>
        </p>
      )}
      {notices.state === 'here' && notices.data.length === 0 && <p className="empty quiet">No notifications to display</p>}
      {notices.state === 'here' && notices.data.length > 0 && (
        <ul className="news">
          {notices.data.map((notice) => (
            <NoticeLine key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
    </section>
  )
}

type Notice = Reply<'GET /api/notifications/'>[number]

function NoticeLine({ notice: { message, is_read, url, created_at } }: { notice: Notice }) {
  const at = new Date(created_at)
  return (
    <li className={is_read ? undefined : 'fresh'}>
      <Icon name="bell" />
      <div>
        <p>
          {/* Only an address of our own becomes a link (T37). */}
          {url?.match(/^\/(?!\/)/) ? <Link to={url}>{message}</Link> : message}
        </p>
        <p className="tiny quiet">
          <time dateTime={created_at}>
            {plainDate(at)}, {clockTime(at)}
          </time>
        </p>
      </div>
    </li>
  )
}

import { Link } from 'react-router'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import { pastMoment } from '#contract/dates.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { isBusy } from '../busy.ts'
import { useAnswer } from '../use-answer.ts'
import { NeedsYou } from './needs-you.tsx'
import { useShell } from './shell.tsx'
import { useNow } from './use-now.ts'
import type { Route } from './+types/dashboard-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Dashboard', index: false })

const ACTIONS = [
  ['Update Profile', paths.editProfile],
  ['Browse Jobs', paths.dashboardJobs()],
  ['View Applications', paths.applications()],
] as const

/** S2 §2 Dashboard overview: first what waits for this person, then the numbers, then the links. */
export default function DashboardPage() {
  const profile = useAnswer('profile', () => call('GET /api/user/profile/'))
  const { stats } = useShell()
  const now = useNow()
  const lastLogin = stats.state === 'here' ? stats.data.lastLogin : null
  return (
    <>
      <h1 className="any">
        {profile.state === 'here' ? `Habari, ${profile.data.user.first_name}` : 'Habari'}
      </h1>
      <p className="small quiet last-login">{lastLogin && `Last login ${pastMoment(lastLogin, now)}`}</p>
      <NeedsYou>
        <Tiles />
        <section className="mt6">
          <h2 className="h-s">Quick actions</h2>
          <ul className="quick">
            {ACTIONS.map(([name, path]) => (
              <li key={name}>
                <Link to={path}>
                  {name} <Icon name="right" />
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </NeedsYou>
    </>
  )
}

function Tiles() {
  const { stats, recount } = useShell()
  const figures = stats.state === 'here' ? stats.data : undefined
  const tiles = [
    ['Total Applications', paths.applications(), figures?.totalApplications],
    ['Pending Applications', paths.applications('pending'), figures?.pendingApplications],
    ['Notifications', paths.notifications, figures?.notifications],
  ] as const
  return (
    <section className="mt6" aria-busy={stats.state === 'waiting'}>
      <h2 className="h-s">Your papers</h2>
      <ul className="tiles">
        {tiles.map(([name, path, figure]) => (
          <li key={name}>
            <Link to={path}>
              {/* Only unread notifications are counted (L5). */}
              <span className="fig">{figure ?? '–'}</span> {name}
              {name === 'Notifications' && <span className="vh"> unread</span>}
            </Link>
          </li>
        ))}
      </ul>
      {stats.state === 'failed' && (
        <p className="small mt2" role="status">
          {isBusy(stats.error) ? BUSY_PAGE_WORDS.numbers : 'The numbers could not be loaded.'}{' '}
          <button className="link" type="button" onClick={recount}>
            Try again
          </button>
        </p>
      )}
    </section>
  )
}

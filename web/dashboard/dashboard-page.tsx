import { useState } from 'react'
import { Link } from 'react-router'
import { longDate } from '#contract/dates.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnswer } from '../use-answer.ts'
import { DashboardFrame } from './frame.tsx'
import { NeedsYou } from './needs-you.tsx'
import { Notices } from './notices.tsx'
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
  const [opened] = useState(() => new Date())
  const profile = useAnswer('profile', () => call('GET /api/user/profile/'))
  const person = profile.state === 'here' ? profile.data : undefined
  // The server's day, for a phone's own calendar may be wrong; the phone's when there is no other.
  const now = person ? new Date(person.server_time) : profile.state === 'failed' ? opened : undefined
  return (
    <>
      <p className="folio">
        <span>{now ? longDate(now) : '\u00a0'}</span>
        <span>Times are in EAT</span>
      </p>
      <h1 className="any">{person ? `Habari, ${person.user.first_name}` : 'Habari'}</h1>
      <NeedsYou now={now} />
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

import { Link, useRevalidator } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { BUSY_PAGE_WORDS } from '#contract/last-hour/busy-words.ts'
import { pastMoment } from '#contract/dates.ts'
import { call } from '../api.ts'
import { translate } from '../language/translate.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { chosenJob } from '../session/chosen-job.ts'
import { loggedIn } from '../session/guard.tsx'
import { unreadWord } from '../session/own-menu.tsx'
import { ownProfile } from '../session/own-profile.ts'
import { Icon } from '../ui/icon.tsx'
import { isBusy } from '../busy.ts'
import { loadDrafts } from './drafts.ts'
import { NeedsYou } from './needs-you.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { useShell } from './shell.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/dashboard-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Dashboard`, index: false })

const ACTIONS = [
  [t`Update Profile`, paths.editProfile],
  [t`Browse Jobs`, paths.dashboardJobs()],
  [t`View Applications`, paths.applications()],
] as const

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const { email } = await loggedIn(request)
  const [profile, notifications, drafts] = await Promise.all([
    loaded(ownProfile()),
    loaded(call('GET /api/notifications/')),
    loadDrafts(email, chosenJob()),
  ])
  return { profile, notifications, ...drafts }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

/**
 * The first page of the dashboard (S2 §2): what the person must do, then the numbers, then the links. A part
 * that fails to load keeps its earlier data (`useLastLoaded`).
 */
export default function DashboardPage({ loaderData }: Route.ComponentProps) {
  const parts = useLastLoaded(loaderData)
  const { profile } = parts
  const { stats } = useShell()
  const now = useNow()
  // The time of the earlier login: null at the first login, undefined until the numbers are loaded.
  const lastLogin = stats.data?.lastLogin
  const loginMoment = lastLogin && translate(pastMoment(lastLogin, now))
  return (
    <>
      <h1 className="any">{profile.data ? `Habari, ${profile.data.user.first_name}` : 'Habari'}</h1>
      <p className="small quiet last-login">{loginMoment && t`Last login ${loginMoment}`}</p>
      <NeedsYou {...parts} />
      <Tiles />
      <section className="mt6">
        <h2 className="heading-small">
          <Trans>Quick actions</Trans>
        </h2>
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
    </>
  )
}

function Tiles() {
  const { stats, reload } = useShell()
  const isLoading = useRevalidator().state === 'loading'
  const tiles = [
    [t`Total Applications`, paths.applications(), stats.data?.totalApplications],
    [t`Pending Applications`, paths.applications('pending'), stats.data?.pendingApplications],
    [t`Notifications`, paths.notifications, stats.data?.notifications],
  ] as const
  return (
    <section className="mt6" aria-busy={isLoading}>
      <h2 className="heading-small">
        <Trans>Your papers</Trans>
      </h2>
      <ul className="tiles">
        {tiles.map(([name, path, count]) => (
          <li key={path}>
            <Link to={path}>
              {/* Only unread notifications are counted (L5). */}
              <span className="fig">{count ?? '–'}</span> {name}
              {path === paths.notifications && <span className="sr-only"> {unreadWord(count ?? 0)}</span>}
            </Link>
          </li>
        ))}
      </ul>
      {stats.error !== undefined && (
        <p className="small mt2" role="status">
          {isBusy(stats.error) ? translate(BUSY_PAGE_WORDS.numbers) : t`The numbers could not be loaded.`}{' '}
          <button className="link" type="button" onClick={reload}>
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
    </section>
  )
}

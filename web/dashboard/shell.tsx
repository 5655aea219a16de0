import { lazy, Suspense, useEffect, useState } from 'react'
import { NavLink, Outlet, useMatches, useNavigate, useOutletContext } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { longDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { IS_KISWAHILI, translate } from '../language/translate.ts'
import { loadChunk } from '../load-chunk.ts'
import { busyFor, type Loaded, loaded, useReload } from '../loaded.ts'
import { paths } from '../paths.ts'
import { OpeningYourPages, LoggedIn, loggedIn } from '../session/guard.tsx'
import { OWN_PAGES, Unread } from '../session/own-menu.tsx'
import { personOf, logOut, useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { type DeviceDraftLink, isHeld, loadDeviceDrafts } from './drafts.ts'
import { FoldOutMenu } from './fold-out-menu.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { errorOf } from './use-last-loaded.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/shell'
import './dashboard.css'

type Shell = {
  stats: Loaded<Reply<'GET /api/dashboard/stats/'>>
  /** Loads the page's data and the dashboard's numbers again. The earlier ones are shown until then. */
  reload: () => void
  /** The jobs for which the server has received an application and not accepted it yet. */
  sendingJobIds: number[]
  /** Drafts stored on this device, newest first. */
  deviceDrafts: DeviceDraftLink[]
}

/** Loads the dashboard's numbers again for each page. So a notification that was just read is not counted. */
export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  return { stats: await loaded(call('GET /api/dashboard/stats/')) }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

export function HydrateFallback() {
  return <OpeningYourPages />
}

/**
 * The first error among all that this page and its shell loaded. The error of a busy portal comes before
 * others, because it says when to try again.
 */
function useLoadError(): unknown {
  const parts = useMatches().flatMap(({ loaderData }) => Object.values(loaderData ?? {}))
  const errors = parts.map(errorOf).filter((error) => error !== undefined)
  return errors.find((error) => busyFor(error) !== undefined) ?? errors[0]
}

/** What the shell gives to the page inside it. */
export const useShell = () => useOutletContext<Shell>()

const SideMenu = ({ unread }: { unread: number }) => (
  <nav aria-label={t`Admin`}>
    {OWN_PAGES.map(([path, name, icon]) => (
      <NavLink key={path} to={path} end={path === paths.dashboard}>
        <Icon name={icon} /> {name}
        {path === paths.notifications && <Unread count={unread} />}
      </NavLink>
    ))}
  </nav>
)

function AccountMenu() {
  const navigate = useNavigate()
  const logOutAndOpenLogin = async () => {
    // `logOut` returns false if some text could not be sent: then the person is asked first.
    if (await logOut()) await navigate(paths.login)
  }
  return (
    <FoldOutMenu
      className="account"
      label={
        <>
          <Icon name="person" /> <Trans>Account</Trans> <Icon name="down" size="icon-small" />
        </>
      }
    >
      <ul className="panel">
        <li>
          <NavLink to={paths.profile}>
            <Trans>Your Profile</Trans>
          </NavLink>
        </li>
        <li>
          <NavLink to={paths.settings}>
            <Trans>Change Password</Trans>
          </NavLink>
        </li>
        <li>
          <button type="button" onClick={logOutAndOpenLogin}>
            <Trans>Sign out</Trans>
          </button>
        </li>
      </ul>
    </FoldOutMenu>
  )
}

// This part is loaded only if the device has an application to send.
const StillSending = lazy(() => loadChunk(() => import('../sending/still-sending.tsx')))

/**
 * The drafts on this device. `heldApplications`: received by the server, but not accepted yet.
 * `deviceDrafts`: the other drafts, one for each job.
 */
function useDeviceDrafts() {
  const account = personOf(useSession())
  const [drafts, setDrafts] = useState<Awaited<ReturnType<typeof loadDeviceDrafts>>>([])
  useEffect(() => {
    let isCurrent = true
    void loadDeviceDrafts(account).then((found) => {
      if (isCurrent) setDrafts(found)
    })
    return () => {
      isCurrent = false
    }
  }, [account])
  const otherDrafts = drafts
    .filter((draft) => !isHeld(draft))
    // Only the Kiswahili pages mark the language of a title, so only they need the job's `in_kiswahili`.
    .map(({ job, content }): [number, DeviceDraftLink] => [
      job,
      IS_KISWAHILI ? { ...content.context.job, job } : { job, title: content.context.job.title },
    ])
  return { heldApplications: drafts.filter(isHeld), deviceDrafts: [...new Map(otherDrafts).values()] }
}

function ShellContent({ stats }: Pick<Shell, 'stats'>) {
  const now = useNow()
  const reload = useReload(useLoadError())
  const { heldApplications, deviceDrafts } = useDeviceDrafts()
  /** The jobs whose application was accepted or refused since the person opened the dashboard. */
  const [settledJobIds, setSettledJobIds] = useState<number[]>([])
  const sendingJobIds = heldApplications.map(({ job }) => job).filter((job) => !settledJobIds.includes(job))
  const settle = (job: number) => {
    setSettledJobIds((before) => [...before, job])
    reload()
  }
  const unread = stats.data?.notifications ?? 0
  const today = translate(longDate(now))
  return (
    <div className="wrap dash">
      <div className="dash-top wide-block">
        <p className="heading-small">
          <Trans>Admin</Trans>
        </p>
        <p className="tiny quiet">
          <Trans>{today}. Times are in EAT.</Trans>
        </p>
        <AccountMenu />
      </div>
      <div className="side wide-block">
        <SideMenu unread={unread} />
      </div>
      <div className="page">
        {heldApplications.length > 0 && (
          <Suspense>
            <StillSending drafts={heldApplications} onSettled={settle} />
          </Suspense>
        )}
        {/* When an application is accepted or refused, what the page holds about it is out of date. Then the
            key changes, so React drops the state of the page and starts it again. */}
        <Outlet
          key={settledJobIds.length}
          context={{ stats, reload, sendingJobIds, deviceDrafts } satisfies Shell}
        />
      </div>
    </div>
  )
}

/**
 * The frame of all dashboard pages (S2 §2). The side menu keeps its label 'Admin' (N4). On a phone it is part
 * of the main menu.
 */
export default function DashboardShell({ loaderData: { stats } }: Route.ComponentProps) {
  return (
    <LoggedIn>
      <ShellContent stats={stats} />
    </LoggedIn>
  )
}

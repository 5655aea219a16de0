import { useEffect, useRef, useState } from 'react'
import { NavLink, Outlet, useLocation, useNavigate, useNavigation, useOutletContext } from 'react-router'
import { t } from '@lingui/core/macro'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { ROLE_WORDS } from '#contract/staff/rights.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { loaded, useReload } from '../loaded.ts'
import { staffPaths } from '../staff-paths.ts'
import { redirectFrom } from '../redirect-from.ts'
import { rememberStaffPage } from './after-login.ts'
import { ForbiddenPage, isForbidden } from './closed.tsx'
import { Loading } from './loading.tsx'
import { isLinked } from './page-rights.ts'
import { useLatestData } from './use-latest-data.ts'
import type { Route } from './+types/shell'
import './staff.css'

/** The officer who is logged in, for all pages of the staff side. */
export const useMe = () => useOutletContext<StaffMember>()

/** A bar that says that the next page is loading. CSS draws it only if that takes a moment. */
function PendingPage() {
  const { state } = useNavigation()
  return state === 'idle' ? null : (
    <p className="st-pending" role="status">
      <span className="sr-only">{t`Loading`}</span>
    </p>
  )
}

const MENU = [
  [staffPaths.home, t`Start`],
  [staffPaths.jobs, t`Jobs`],
  [staffPaths.decisions(), t`Decisions`],
  [staffPaths.portalReports, t`Reports`],
  [staffPaths.lastHour, t`Last hour`],
  [staffPaths.referenceData, t`Reference data`],
  [staffPaths.support, t`Support`],
  [staffPaths.corrections, t`Corrections`],
  [staffPaths.retention, t`Retention`],
  [staffPaths.people, t`People`],
  [staffPaths.auditLog, t`Audit log`],
] as const

/** The menu of officers: links to those pages that this officer may open. */
function StaffMenu({ me }: { me: StaffMember }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const menu = useRef<HTMLElement>(null)
  // On a phone the menu is wider than the screen. So it scrolls until the present page is in view.
  useEffect(() => {
    menu.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [pathname])
  const [hasLogoutFailed, setLogoutFailed] = useState(false)
  const logOut = async () => {
    try {
      await call('POST /api/staff/logout/')
    } catch (error) {
      // Only the server can end the session. On a shared computer, the next person would find it open.
      if (!isCallFailed(error) || error.status !== 401) return setLogoutFailed(true)
    }
    await navigate(staffPaths.login)
  }
  return (
    <>
      <div className="st-bar">
        <nav aria-label={t`Staff`} ref={menu}>
          {MENU.filter(([address]) => isLinked(address, me.rights)).map(([address, words]) => (
            <NavLink key={address} to={address} end={address === staffPaths.home}>
              {words}
            </NavLink>
          ))}
        </nav>
        <p className="st-who">
          <span>
            {me.name}, <span className="quiet">{ROLE_WORDS[me.role].name}</span>
          </span>
          <NavLink className="tap" to={staffPaths.account}>{t`Your account`}</NavLink>
          <button className="link" type="button" onClick={() => void logOut()}>{t`Log out`}</button>
        </p>
        <PendingPage />
      </div>
      {hasLogoutFailed && (
        <p className="callout is-red mt3" role="alert">{t`You are still logged in. Please try again.`}</p>
      )}
    </>
  )
}

/**
 * The officer is loaded again for each page and for a reload, because rights and session may have ended. A
 * new query alone, such as another filter, counts as the same page.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  const me = await loaded(call('GET /api/staff/me/'))
  if (!isCallFailed(me.error) || me.error.status !== 401) return { me }
  const { pathname, search } = new URL(request.url)
  rememberStaffPage(pathname + search)
  return redirectFrom(request, staffPaths.login)
}

export const HydrateFallback = () => (
  <div className="staff wrap page">
    <Loading />
  </div>
)

const CannotOpen = ({ onRetry }: { onRetry: () => void }) => (
  <div className="staff wrap page">
    <div className="callout is-red" role="alert">
      <p>{t`The staff side could not be opened. You may be offline.`}</p>
      <p>
        <button className="link" type="button" onClick={onRetry}>{t`Try again`}</button>
      </p>
    </div>
  </div>
)

/**
 * The shell of all staff pages. It sends anyone who is not logged in to the staff login. The menu follows the
 * officer's rights, which the server checks again on each call.
 */
export default function StaffShell({ loaderData: { me } }: Route.ComponentProps) {
  const { pathname } = useLocation()
  const reload = useReload(me.error)
  // If loading again fails, the page stays with what was typed in it.
  const [latestMe] = useLatestData(me)
  if (!latestMe) return <CannotOpen onRetry={reload} />
  return (
    <div className="staff wrap">
      <StaffMenu me={latestMe} />
      <div className="page">
        {isForbidden(pathname, latestMe) ? <ForbiddenPage me={latestMe} /> : <Outlet context={latestMe} />}
      </div>
    </div>
  )
}

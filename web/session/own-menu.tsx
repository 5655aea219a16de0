import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, NavLink } from 'react-router'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { personOf, useSession } from './session.ts'

/** The pages in the menu named Admin (S2 §2): the path, the name and the icon of each (N4). */
export const OWN_PAGES = [
  [paths.dashboard, t`Dashboard`, 'grid'],
  [paths.dashboardJobs(), t`Available Jobs`, 'search'],
  [paths.applications(), t`My Applications`, 'page'],
  [paths.profile, t`My Profile`, 'person'],
  [paths.notifications, t`Notifications`, 'bell'],
] as const

/**
 * The words for screen readers after the number of unread notifications. In Kiswahili they depend on `count`.
 */
export const unreadWord = (count: number) => plural(count, { one: 'unread', other: 'unread' })

export const Unread = ({ count }: { count: number }) =>
  count > 0 && (
    <b className="num count">
      {count}
      <span className="sr-only"> {unreadWord(count)}</span>
    </b>
  )

/**
 * The number of unread notifications, fetched each time the Menu opens. If the call fails, the earlier number
 * stays.
 */
function useUnread(menu: HTMLDetailsElement | null): number {
  const [unread, setUnread] = useState(0)
  // An effect, because the Menu is not drawn by React here: only its event says that it has opened.
  useEffect(() => {
    let isCurrent = true
    const fetchCount = () => {
      if (!menu?.open) return
      call('GET /api/dashboard/stats/').then(
        ({ notifications }) => isCurrent && setUnread(notifications),
        () => {},
      )
    }
    fetchCount()
    menu?.addEventListener('toggle', fetchCount)
    return () => {
      isCurrent = false
      menu?.removeEventListener('toggle', fetchCount)
    }
  }, [menu])
  return unread
}

/**
 * Draws the person's own pages into the part `#own-menu` of the page's Menu, which a phone shows. Only people
 * who are logged in load this.
 */
export function OwnMenu() {
  const email = personOf(useSession())
  const container = document.getElementById('own-menu')
  const unread = useUnread(container?.closest('details') ?? null)
  if (!container) return null
  // The event bubbles to the portal's React parent, not to the Menu. So this closes the Menu on Escape.
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    const menu = container.closest('details')
    if (key !== 'Escape' || !menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
  return createPortal(
    // This element only hears keys that are pressed in the links inside it.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={closeOnEscape}>
      <Link className="own-account" to={paths.dashboard}>
        <Trans>Welcome, {email}</Trans>
      </Link>
      <nav aria-label={t`Admin`}>
        <p>
          <Trans>Admin</Trans>
        </p>
        <ul>
          {OWN_PAGES.map(([path, name]) => (
            <li key={path}>
              <NavLink to={path} end={path === paths.dashboard}>
                {name}
                {path === paths.notifications && <Unread count={unread} />}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <p>
        <Trans>Account</Trans>
      </p>
      <ul>
        <li>
          <Link to={paths.profile}>
            <Trans>Your Profile</Trans>
          </Link>
        </li>
        <li>
          <NavLink to={paths.settings}>
            <Trans>Change Password</Trans>
          </NavLink>
        </li>
      </ul>
      <p>
        <Trans>On this site</Trans>
      </p>
    </div>,
    container,
  )
}

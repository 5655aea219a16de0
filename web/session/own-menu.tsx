import { type KeyboardEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link, NavLink } from 'react-router'
import { call } from '../api.ts'
import { paths } from '../paths.ts'
import { personOf, useSession } from './session.ts'

/** S2 §2: the menu named Admin, with the icon of each page (N4). */
export const OWN_PAGES = [
  [paths.dashboard, 'Dashboard', 'grid'],
  [paths.dashboardJobs(), 'Available Jobs', 'search'],
  [paths.applications(), 'My Applications', 'page'],
  [paths.profile, 'My Profile', 'person'],
  [paths.notifications, 'Notifications', 'bell'],
] as const

export const Unread = ({ count }: { count: number }) =>
  count > 0 && (
    <b className="num count">
      {count}
      <span className="sr-only"> unread</span>
    </b>
  )

/**
 * How many notifications are unread, fetched each time the Menu opens. Without an answer the last number
 * stays, or none.
 */
function useUnread(menu: HTMLDetailsElement | null): number {
  const [unread, setUnread] = useState(0)
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

/** On a phone: the dashboard's two menus, as parts of the one Menu. Only people who are logged in load it. */
export function OwnMenu() {
  const email = personOf(useSession())
  const container = document.getElementById('own-menu')
  const unread = useUnread(container?.closest('details') ?? null)
  if (!container) return null
  // Events in a portal bubble to its React parent, not to the Menu: handle Escape here.
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    const menu = container.closest('details')
    if (key !== 'Escape' || !menu) return
    menu.open = false
    menu.querySelector('summary')?.focus()
  }
  return createPortal(
    // Handles events that bubble from its children.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={closeOnEscape}>
      <Link className="who-am-i" to={paths.dashboard}>
        Welcome, {email}
      </Link>
      <nav aria-label="Admin">
        <p>Admin</p>
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
      <p>Account</p>
      <ul>
        <li>
          <Link to={paths.profile}>Your Profile</Link>
        </li>
        <li>
          <NavLink to={paths.settings}>Change Password</NavLink>
        </li>
      </ul>
      <p>On this site</p>
    </div>,
    container,
  )
}

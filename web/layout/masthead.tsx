import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import type { Organisation } from '#contract/site/endpoints.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { paths } from '../paths.ts'
import { type Session, logOut } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { Mark } from './page-top.tsx'

/** The menu closes when the page changes, and on Escape, which returns the focus to its button. */
function useMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()
  useEffect(() => {
    if (menu.current) menu.current.open = false
  }, [key])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !menu.current?.open) return
    menu.current.open = false
    menu.current.querySelector('summary')?.focus()
  }
  return { menu, onKeyDown }
}

/** The menu of narrow screens. `logout` is undefined for a visitor. */
function Menu({ logout }: { logout: (() => void) | undefined }) {
  const { menu, onKeyDown } = useMenu()
  return (
    // Handles keys that bubble from its children.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details className="menu narrow" ref={menu} onKeyDown={onKeyDown}>
      <summary>
        <Icon name="menu" /> Menu
      </summary>
      <div>
        {/* session/own-menu.tsx adds the links of a logged-in person here. */}
        <div id="own-menu" />
        <ul>
          <li>
            <Link to={paths.home}>Home</Link>
          </li>
          <li>
            <Link to={paths.jobs}>Jobs</Link>
          </li>
          <li>
            <Link to={paths.about}>About Us</Link>
          </li>
          <li>
            {logout ? (
              <button type="button" onClick={logout}>
                Logout
              </button>
            ) : (
              <Link to={paths.register}>Create a free account</Link>
            )}
          </li>
        </ul>
      </div>
    </details>
  )
}

type Props = { organisation: Organisation; session: Session }

/**
 * The navigation bar (S1 §2): one row on wide screens. Phones have Login beside a menu that also works
 * without JavaScript.
 */
export function Masthead({ organisation, session }: Props) {
  const navigate = useNavigate()
  const logout = async () => {
    if (await logOut()) await navigate(paths.login)
  }
  return (
    <header className="mast">
      <div className="wrap">
        <Link className="brand" to={paths.home}>
          <Mark />
          <span>
            <b>{organisation.acronym} Jobs</b>
            <small>{organisation.name}</small>
          </span>
        </Link>
        <nav className="nav" aria-label="Main">
          <NavLink className="wide" to={paths.home} end>
            Home
          </NavLink>
          <NavLink className="wide" to={paths.jobs}>
            Jobs
          </NavLink>
          <a className="wide" href={organisation.website} rel="noopener external">
            Our Website <Icon name="out" size="i-s" />
          </a>
          {session.state === 'in' ? (
            <>
              <Link className="wide who-am-i" to={paths.dashboard}>
                Welcome, {session.email}
              </Link>
              <button className="wide" type="button" onClick={logout}>
                Logout
              </button>
            </>
          ) : (
            <NavLink to={paths.login}>Login</NavLink>
          )}
          <Menu logout={session.state === 'in' ? logout : undefined} />
        </nav>
      </div>
    </header>
  )
}

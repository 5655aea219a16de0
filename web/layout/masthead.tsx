import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, NavLink, useLocation, useNavigate } from 'react-router'
import type { Reply } from '#contract/endpoints.ts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { type Session, logOut } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Mark } from './page-top.tsx'

/** The header's menu closes when the page changes, and on Escape, which moves the focus to its button. */
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
    // The listener is here, because keys pressed in any link of the menu bubble up to this element.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <details className="menu narrow" ref={menu} onKeyDown={onKeyDown}>
      <summary>
        <Trans>
          <Icon name="menu" /> Menu
        </Trans>
      </summary>
      <div>
        {/* session/own-menu.tsx draws the links of a logged-in person into this element. */}
        <div id="own-menu" />
        <ul>
          <li>
            <Link to={paths.home}>
              <Trans>Home</Trans>
            </Link>
          </li>
          <li>
            <Link to={paths.jobs}>
              <Trans>Jobs</Trans>
            </Link>
          </li>
          <li>
            <Link to={paths.about}>
              <Trans>About Us</Trans>
            </Link>
          </li>
          <li>
            {logout ? (
              <button type="button" onClick={logout}>
                <Trans>Logout</Trans>
              </button>
            ) : (
              <Link to={paths.register}>
                <Trans>Create a free account</Trans>
              </Link>
            )}
          </li>
        </ul>
      </div>
    </details>
  )
}

type Props = { site: Reply<'GET /api/site/'>; session: Session }

/**
 * The navigation bar (S1 §2): one row on wide screens. Phones have Login beside a menu that also works
 * without JavaScript.
 */
export function Masthead({ site: { organisation, kiswahili_approved: isApproved }, session }: Props) {
  const navigate = useNavigate()
  const logout = async () => {
    // `logOut` returns false if typed text is not sent yet. Then the person stays here and is asked first.
    if (await logOut()) await navigate(paths.login)
  }
  const email = session.state === 'in' && session.email
  return (
    <header className="mast">
      <LanguageSwitch isApproved={isApproved} />
      <div className="wrap">
        <Link className="brand" to={paths.home}>
          <Mark />
          <span>
            <b>{organisation.acronym} Jobs</b>
            <small>{translate(organisation.name)}</small>
          </span>
        </Link>
        <nav className="nav" aria-label={t({ message: 'Main', context: 'menu' })}>
          <NavLink className="wide" to={paths.home} end>
            <Trans>Home</Trans>
          </NavLink>
          <NavLink className="wide" to={paths.jobs}>
            <Trans>Jobs</Trans>
          </NavLink>
          <a className="wide" href={organisation.website} rel="noopener external">
            <Trans>
              Our Website <Icon name="out" size="icon-small" />
            </Trans>
          </a>
          {session.state === 'in' ? (
            <>
              <Link className="wide own-account" to={paths.dashboard}>
                <Trans>Welcome, {email}</Trans>
              </Link>
              <button className="wide" type="button" onClick={logout}>
                <Trans>Logout</Trans>
              </button>
            </>
          ) : (
            <NavLink to={paths.login}>
              <Trans>Login</Trans>
            </NavLink>
          )}
          <Menu logout={session.state === 'in' ? logout : undefined} />
        </nav>
      </div>
    </header>
  )
}

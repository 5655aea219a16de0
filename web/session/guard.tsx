import { Trans } from '@lingui/react/macro'
import { pagePath, withoutLanguage } from '../language/paths.ts'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { isGuarded, paths } from '../paths.ts'
import { redirectFrom } from '../redirect-from.ts'
import { knownSession, type SessionOf, useSession } from './session.ts'

const DEEP_LINK_KEY = 'afterLogin'

/**
 * Saves, in this tab only, the address of a page that a person could not open without a login. It opens after
 * the login (A20).
 */
const rememberDeepLink = (path: string) => {
  try {
    sessionStorage.setItem(DEEP_LINK_KEY, path)
  } catch {
    // The browser stores nothing, so after the login the person starts at the dashboard.
  }
}

/** Returns, once, the page that `rememberDeepLink` saved (A20): only the path of a guarded page (T37). */
export const takeDeepLink = (): string | undefined => {
  try {
    const path = sessionStorage.getItem(DEEP_LINK_KEY) ?? ''
    sessionStorage.removeItem(DEEP_LINK_KEY)
    return isGuarded(path) ? path : undefined
  } catch {
    return undefined
  }
}

/**
 * Returns the session, for the loader of a page for logged-in people. Anyone else is sent to /login, and no
 * call is made. @throws Response
 */
export async function loggedIn(request: Request): Promise<SessionOf<'in'>> {
  const session = await knownSession()
  if (session.state === 'in') return session
  const { pathname, search } = new URL(request.url)
  if (!session.byLogout) rememberDeepLink(withoutLanguage(pathname) + search)
  // Throws the redirect, which stops the loader here.
  return redirectFrom(request, paths.login)
}

/**
 * Wraps the pages for logged-in people (S1 §6). While the session is not known, it shows a spinner.
 * It sends anyone who is not logged in to /login.
 */
export function LoggedIn({ children }: { children: ReactNode }) {
  const session = useSession()
  const location = useLocation()
  const nextLocation = useNavigation().location
  // The session may end while a guarded page loads. The login then leads to that page.
  const { pathname, search } =
    nextLocation && isGuarded(withoutLanguage(nextLocation.pathname)) ? nextLocation : location
  const navigate = useNavigate()
  const isOut = session.state === 'out'
  const byLogout = session.state === 'out' && session.byLogout
  useEffect(() => {
    if (!isOut) return
    // After a logout, no page is remembered: the next person at this browser may be someone else.
    if (!byLogout) rememberDeepLink(withoutLanguage(pathname) + search)
    void navigate(paths.login, { replace: true })
  }, [isOut, byLogout, pathname, search, navigate])
  return session.state === 'in' ? children : <OpeningYourPages />
}

/** What the server draws instead of a page for logged-in people. */
export function OpeningYourPages() {
  return (
    <div className="wrap page guard">
      <div role="status" className="needs-js">
        <h1 className="heading-small quiet waiting">
          <span className="spin" aria-hidden="true" />
          <Trans>Opening your pages</Trans>
        </h1>
        <div className="ghost" />
        <div className="ghost" />
      </div>
      <noscript>
        <h1>
          <Trans>This page needs JavaScript</Trans>
        </h1>
        <p className="lead mt2">
          <Trans>
            JavaScript is switched off in this browser. Switch it on and load this page again. What you have
            saved is safe.
          </Trans>
        </p>
        <p className="btn-row mt5">
          <a className="btn" href={pagePath(paths.jobs)}>
            <Trans>Browse Jobs</Trans>
          </a>
          <a className="btn btn-2" href={pagePath(paths.contact)}>
            <Trans>Contact us</Trans>
          </a>
        </p>
      </noscript>
    </div>
  )
}

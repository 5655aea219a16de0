import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { useSession } from './session.ts'

const KEY = 'afterLogin'

/** A20: the page that the guard turned somebody away from. Only a path of our own is ever given back (T37). */
export const takeDeepLink = (): string | undefined => {
  try {
    const path = sessionStorage.getItem(KEY) ?? ''
    sessionStorage.removeItem(KEY)
    return /^\/(?:dashboard|apply|security-setup)(?:[/?][\w/?=&-]*)?$/.test(path) ? path : undefined
  } catch {
    return undefined
  }
}

const rememberDeepLink = (path: string) => {
  try {
    sessionStorage.setItem(KEY, path)
  } catch {}
}

/** S1 §6: pages for signed-in people. A still spinner while that is found out; anybody else goes to /login. */
export function SignedIn({ children }: { children: ReactNode }) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const out = session.state === 'out'
  useEffect(() => {
    if (!out) return
    rememberDeepLink(pathname + search)
    void navigate(paths.login, { replace: true })
  }, [out, pathname, search, navigate])
  if (session.state === 'in') return children
  return (
    <div className="wrap page">
      <p className="waiting" role="status">
        <span className="spin" aria-hidden="true" /> Opening your pages
      </p>
      <noscript>
        <p className="callout is-amber mt4">These pages need JavaScript, which is switched off in this browser.</p>
      </noscript>
    </div>
  )
}

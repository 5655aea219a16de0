import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { REDIRECT_MS } from '#contract/accounts/limits.ts'
import { NeedsScript } from '../form/needs-script.tsx'
import { useHydrated } from '../form/use-hydrated.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { ByCode } from './recover-by-code.tsx'
import { ByQuestion } from './recover-by-question.tsx'
import type { Route } from './+types/forgot-password-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Forgot Password',
    description: 'Get back into your account with your security question or with a code by email.',
    path: paths.forgotPassword,
  })

const WAYS = [
  ['question', 'Security question'],
  ['code', 'Code by email'],
] as const
type Way = (typeof WAYS)[number][0]

/** S1 §2 Forgot password. The emailed code is its second tab (A3), at #code. */
export default function ForgotPasswordPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  // The server never sees the hash.
  const way: Way = useHydrated() && hash === '#code' ? 'code' : 'question'
  const [email, setEmail] = useState('')
  const [done, setDone] = useState<string>()

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), REDIRECT_MS.afterReset)
    return () => clearTimeout(timer)
  }, [done, navigate])

  const shared = { email, onEmail: setEmail, onDone: setDone }

  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1>Forgot Password</h1>
          {done ? (
            <Done sentence={done} />
          ) : (
            <>
              <p className="lead mt2 mb5">Choose one of two ways to set a new password.</p>
              <NeedsScript what="Resetting a password" />
              <Tabs way={way} />
              {WAYS.map(([name]) => (
                <div
                  key={name}
                  role="tabpanel"
                  id={`way-${name}`}
                  aria-labelledby={`tab-${name}`}
                  hidden={way !== name}
                >
                  {name === 'code' ? <ByCode {...shared} /> : <ByQuestion {...shared} />}
                </div>
              ))}
              <p className="mt4">
                <Link className="tap" to={paths.login}>
                  Back to Login
                </Link>
              </p>
            </>
          )}
        </div>
        {!done && <WhichOne />}
      </div>
    </div>
  )
}

function Tabs({ way }: { way: Way }) {
  const navigate = useNavigate()
  const tabs = useRef<HTMLDivElement>(null)
  const go = (to: Way) =>
    navigate(to === 'code' ? '#code' : paths.forgotPassword, { replace: true, preventScrollReset: true })
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const to = way === 'code' ? 'question' : 'code'
    void go(to)
    tabs.current?.querySelector<HTMLElement>(`#tab-${to}`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label="Ways back in" ref={tabs}>
      {WAYS.map(([name, words]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={way === name}
          aria-controls={`way-${name}`}
          tabIndex={way === name ? 0 : -1}
          onClick={() => void go(name)}
          onKeyDown={press}
        >
          {words}
        </button>
      ))}
    </div>
  )
}

const Done = ({ sentence }: { sentence: string }) => (
  <div className="mt5" role="status">
    <div className="callout is-green">
      <p className="bold">{sentence}</p>
      <p className="small">The login page opens in a moment.</p>
    </div>
    <p className="mt5">
      <Link className="btn btn-wide" to={paths.login}>
        Login
      </Link>
    </p>
  </div>
)

const WhichOne = () => (
  <aside className="beside">
    <h2 className="h-s">Which one?</h2>
    <p className="small">
      You set the security question after your first login. We email the code within a minute or two. It works
      for 10 minutes.
    </p>
    <p className="small quiet mt4">
      After a reset, every device that was logged in is logged out, and we email you about it.
    </p>
  </aside>
)

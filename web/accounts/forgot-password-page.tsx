import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { REDIRECT_MS } from '#contract/accounts/limits.ts'
import { NeedsScript } from '../form/needs-script.tsx'
import { useHydrated } from '../form/use-hydrated.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { RecoverByCode } from './recover-by-code.tsx'
import { RecoverByQuestion } from './recover-by-question.tsx'
import type { Route } from './+types/forgot-password-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: t`Forgot Password`,
    description: t`Get back into your account with your security question or with a code by email.`,
    path: paths.forgotPassword,
  })

const METHODS = [
  ['question', t`Security question`],
  ['code', t`Code by email`],
] as const
type Method = (typeof METHODS)[number][0]

/**
 * The page for a forgotten password, with a tab for each method (S1 §2). The hash `#code` opens the tab of
 * the emailed code (A3).
 */
export default function ForgotPasswordPage() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  // The server does not know the hash of the address, so the first render ignores it.
  const method: Method = useHydrated() && hash === '#code' ? 'code' : 'question'
  const [email, setEmail] = useState('')
  const [successSentence, setSuccessSentence] = useState<string>()

  useEffect(() => {
    if (!successSentence) return
    const timer = setTimeout(() => void navigate(paths.login, { replace: true }), REDIRECT_MS.afterReset)
    return () => clearTimeout(timer)
  }, [successSentence, navigate])

  const methodProps = { email, onEmail: setEmail, onDone: setSuccessSentence }

  return (
    <div className="wrap page">
      <div className="formcols">
        <div className="form">
          <h1>
            <Trans>Forgot Password</Trans>
          </h1>
          {successSentence ? (
            <SuccessMessage sentence={successSentence} />
          ) : (
            <>
              <p className="lead mt2 mb5">
                <Trans>Choose one of two ways to set a new password.</Trans>
              </p>
              <NeedsScript what={t`Resetting a password`} />
              <MethodTabs method={method} />
              {METHODS.map(([name]) => (
                <div
                  key={name}
                  role="tabpanel"
                  id={`way-${name}`}
                  aria-labelledby={`tab-${name}`}
                  hidden={method !== name}
                >
                  {name === 'code' ? (
                    <RecoverByCode {...methodProps} />
                  ) : (
                    <RecoverByQuestion {...methodProps} />
                  )}
                </div>
              ))}
              <p className="mt4">
                <Link className="tap" to={paths.login}>
                  <Trans>Back to Login</Trans>
                </Link>
              </p>
            </>
          )}
        </div>
        {!successSentence && <WhichMethod />}
      </div>
    </div>
  )
}

function MethodTabs({ method }: { method: Method }) {
  const navigate = useNavigate()
  const tabs = useRef<HTMLDivElement>(null)
  const showMethod = (target: Method) =>
    navigate(target === 'code' ? '#code' : paths.forgotPassword, { replace: true, preventScrollReset: true })
  const switchOnArrowKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    const otherMethod = method === 'code' ? 'question' : 'code'
    void showMethod(otherMethod)
    tabs.current?.querySelector<HTMLElement>(`#tab-${otherMethod}`)?.focus()
  }
  return (
    <div className="tabs" role="tablist" aria-label={t`Ways back in`} ref={tabs}>
      {METHODS.map(([name, label]) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`tab-${name}`}
          aria-selected={method === name}
          aria-controls={`way-${name}`}
          tabIndex={method === name ? 0 : -1}
          onClick={() => void showMethod(name)}
          onKeyDown={switchOnArrowKey}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

const SuccessMessage = ({ sentence }: { sentence: string }) => (
  <div className="mt5" role="status">
    <div className="callout is-green">
      <p className="bold">{translate(sentence)}</p>
      <p className="small">
        <Trans>The login page opens in a moment.</Trans>
      </p>
    </div>
    <p className="mt5">
      <Link className="btn btn-wide" to={paths.login}>
        <Trans>Login</Trans>
      </Link>
    </p>
  </div>
)

const WhichMethod = () => (
  <aside className="margin-note">
    <h2 className="heading-small">
      <Trans>Which one?</Trans>
    </h2>
    <p className="small">
      <Trans>
        You set the security question after your first login. We email the code within a minute or two. It
        works for 10 minutes.
      </Trans>
    </p>
    <p className="small quiet mt4">
      <Trans>After a reset, every device that was logged in is logged out, and we email you about it.</Trans>
    </p>
  </aside>
)

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { SECURITY } from '#contract/accounts/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/undo-reset-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`This was not me`, index: false })

const BUTTON_LABELS = { asking: t`Undo the reset`, busy: t`Undoing...`, failed: t`Try again` }

type State = { kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string }

/**
 * Undoes a password reset by security question (C3). It waits for a press, because mail scanners open every
 * link.
 */
export default function UndoResetPage() {
  const { token = '' } = useParams()
  const [state, setState] = useState<State>({ kind: 'asking' })
  const undo = async () => {
    if (state.kind === 'busy') return
    setState({ kind: 'busy' })
    try {
      const { message } = await call('POST /api/security/undo-reset/{token}/', { params: { token } })
      setState({ kind: 'done', message })
    } catch (error) {
      setState({ kind: 'failed', message: (isCallFailed(error) && error.body.message) || SECURITY.network })
    }
  }
  const isOver = state.kind === 'done' || state.kind === 'failed'
  return (
    <div className="wrap page">
      <div className="form">
        <h1>
          <Trans>This was not me</Trans>
        </h1>
        {!isOver && (
          <p className="lead mt2">
            <Trans>
              Someone answered your security question and changed your password. If that was not you, press
              the button. This restores your old password, removes the security question and logs out every
              device.
            </Trans>
          </p>
        )}
        <div className="mt5" role="status">
          {state.kind === 'done' && <p className="callout is-green">{translate(state.message)}</p>}
          {state.kind === 'failed' && <p className="callout is-red">{translate(state.message)}</p>}
        </div>
        <p className="btn-row mt5">
          {state.kind === 'done' ? (
            <Link className="btn" to={paths.login}>
              <Trans>Login</Trans>
            </Link>
          ) : (
            <button
              className="btn"
              type="button"
              onClick={() => void undo()}
              aria-disabled={state.kind === 'busy'}
            >
              {BUTTON_LABELS[state.kind]}
            </button>
          )}
          <Link className="btn btn-2" to={state.kind === 'failed' ? paths.forgotPassword : paths.home}>
            {state.kind === 'failed' ? t`Reset my password` : t`Go to Homepage`}
          </Link>
        </p>
      </div>
    </div>
  )
}

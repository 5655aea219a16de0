import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { SECURITY } from '#contract/accounts/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import type { Route } from './+types/undo-reset-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'This was not me', index: false })

const BUTTON_LABELS = { asking: 'Undo the reset', busy: 'Undoing...', failed: 'Try again' }

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
        <h1>This was not me</h1>
        {!isOver && (
          <p className="lead mt2">
            Someone answered your security question and changed your password. If that was not you, press the
            button. This restores your old password, removes the security question and logs out every device.
          </p>
        )}
        <div className="mt5" role="status">
          {state.kind === 'done' && <p className="callout is-green">{state.message}</p>}
          {state.kind === 'failed' && <p className="callout is-red">{state.message}</p>}
        </div>
        <p className="btn-row mt5">
          {state.kind === 'done' ? (
            <Link className="btn" to={paths.login}>
              Login
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
            {state.kind === 'failed' ? 'Reset my password' : 'Go to Homepage'}
          </Link>
        </p>
      </div>
    </div>
  )
}

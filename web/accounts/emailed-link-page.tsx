import { type ReactNode, useState } from 'react'
import { SECURITY } from '#contract/accounts/words.ts'
import { isCallFailed } from '../call.ts'
import { translate } from '../language/translate.ts'

type Props = {
  title: string
  lead: ReactNode
  labels: { asking: string; busy: string; failed: string }
  /** Does what the emailed link is for, such as undoing a change. Returns the sentence to show. */
  run: () => Promise<{ message: string }>
  /** The links beside the button. After the press has succeeded, they replace the button. */
  links: (state: 'asking' | 'done' | 'failed') => ReactNode
}

type State = { kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; message: string }

/**
 * The page that a link in an email opens. It acts only when the person presses its button, because scanners
 * of emails open every link (T39).
 */
export function EmailedLinkPage({ title, lead, labels, run, links }: Props) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const press = async () => {
    if (state.kind === 'busy') return
    setState({ kind: 'busy' })
    try {
      const { message } = await run()
      setState({ kind: 'done', message })
    } catch (error) {
      setState({ kind: 'failed', message: (isCallFailed(error) && error.body.message) || SECURITY.network })
    }
  }
  const hasOutcome = state.kind === 'done' || state.kind === 'failed'
  return (
    <div className="wrap page">
      <div className="form">
        <h1>{title}</h1>
        {!hasOutcome && <p className="lead mt2">{lead}</p>}
        <div className="mt5" role="status">
          {state.kind === 'done' && <p className="callout is-green">{translate(state.message)}</p>}
          {state.kind === 'failed' && <p className="callout is-red">{translate(state.message)}</p>}
        </div>
        <p className="btn-row mt5">
          {state.kind !== 'done' && (
            <button
              className="btn"
              type="button"
              onClick={() => void press()}
              aria-disabled={state.kind === 'busy'}
            >
              {labels[state.kind]}
            </button>
          )}
          {links(state.kind === 'busy' ? 'asking' : state.kind)}
        </p>
      </div>
    </div>
  )
}

import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { isCallFailed } from '../call.ts'
import { paths } from '../paths.ts'

type State = { kind: 'asking' | 'busy' } | { kind: 'done' | 'failed'; words: string; again: boolean }
type Props = { title: string; children: ReactNode; button: string; act: () => Promise<{ message: string }> }

/** A page behind a link of a letter: nothing happens before the press, since mail programs open links by themselves. */
export function Pressed({ title, children, button, act }: Props) {
  const [state, setState] = useState<State>({ kind: 'asking' })
  const press = async () => {
    if (state.kind === 'busy') return
    setState({ kind: 'busy' })
    try {
      const { message } = await act()
      setState({ kind: 'done', words: message, again: false })
    } catch (error) {
      const heard = isCallFailed(error) && error.status > 0 ? error.body.message : undefined
      setState({ kind: 'failed', words: heard ?? 'We could not be reached. Please try again.', again: !heard })
    }
  }
  const over = state.kind === 'done' || (state.kind === 'failed' && !state.again)
  return (
    <div className="wrap page">
      <div className="measure">
        <h1>{title}</h1>
        {!over && <p className="lead mt2">{children}</p>}
        <div className="mt5" role="status">
          {(state.kind === 'done' || state.kind === 'failed') && <p className={state.kind === 'done' ? 'callout is-green' : 'callout is-red'}>{state.words}</p>}
        </div>
        <p className="btn-row mt5">
          {over ? (
            <Link className="btn" to={paths.jobs}>
              See all open jobs
            </Link>
          ) : (
            <button className="btn needs-js" type="button" onClick={() => void press()} aria-disabled={state.kind === 'busy'}>
              {state.kind === 'busy' ? 'One moment...' : button}
            </button>
          )}
        </p>
        <noscript>
          <p className="callout is-amber">This needs JavaScript, which is switched off in this browser. Open the link in another browser, or switch it on.</p>
        </noscript>
      </div>
    </div>
  )
}

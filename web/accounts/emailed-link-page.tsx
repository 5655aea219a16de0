import type { ReactNode } from 'react'
import { SECURITY } from '#contract/accounts/words.ts'
import { translate } from '../language/translate.ts'
import { usePress } from '../ui/use-press.ts'

type Props = {
  title: string
  lead: ReactNode
  labels: { asking: string; busy: string; failed: string }
  /** Does what the emailed link is for, such as undoing a change. Returns the sentence to show. */
  onPress: () => Promise<{ message: string }>
  /** The links beside the button. After the press has succeeded, they replace the button. */
  links: (state: 'asking' | 'done' | 'failed') => ReactNode
}

/**
 * The page that a link in an email opens. It acts only when the person presses its button, because scanners
 * of emails open every link (T39).
 */
export function EmailedLinkPage({ title, lead, labels, onPress, links }: Props) {
  const { state, press } = usePress(onPress, SECURITY.network)
  // A link that the server does not know is a failure here like any other: the button stays.
  const kind = state.kind === 'invalid' ? 'failed' : state.kind
  return (
    <div className="wrap page">
      <div className="form">
        <h1>{title}</h1>
        {(kind === 'asking' || kind === 'busy') && <p className="lead mt2">{lead}</p>}
        <div className="mt5" role="status">
          {'words' in state && (
            <p className={`callout ${kind === 'done' ? 'is-green' : 'is-red'}`}>{translate(state.words)}</p>
          )}
        </div>
        <p className="btn-row mt5">
          {kind !== 'done' && (
            <button
              className="btn"
              type="button"
              onClick={() => void press()}
              aria-disabled={kind === 'busy'}
            >
              {labels[kind]}
            </button>
          )}
          {links(kind === 'busy' ? 'asking' : kind)}
        </p>
      </div>
    </div>
  )
}

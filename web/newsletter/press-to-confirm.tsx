import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { usePress } from '../ui/use-press.ts'

type Props = {
  title: string
  buttonLabel: string
  busyLabel: string
  onPress: () => Promise<{ message: string }>
  /** The sentence that says what the press will do. */
  children: ReactNode
  /** The sentence that says what the person can do after the press. */
  after: ReactNode
}

const NETWORK_FAILED = t`We could not be reached, so nothing has changed. Please check your connection and try again.`

/** A page behind a link in an email. It waits for a press, because mail programs open links by themselves. */
export function PressToConfirm({ title, buttonLabel, busyLabel, onPress, children, after }: Props) {
  const { state, press } = usePress(onPress, NETWORK_FAILED)
  const readyLabel = state.kind === 'failed' ? t`Try again` : buttonLabel
  const isOver = state.kind === 'done' || state.kind === 'invalid'
  return (
    <div className="wrap page">
      <div className="measure">
        <p className="folio">
          <span>
            <Trans>From our email</Trans>
          </span>
        </p>
        <h1>{title}</h1>
        {!isOver && <p className="lead mt2">{children}</p>}
        <div role="status">
          {'words' in state && (
            <p className={`callout mt5 ${state.kind === 'done' ? 'is-green' : 'is-red'}`}>
              {translate(state.words)}
            </p>
          )}
        </div>
        {state.kind === 'done' && <p className="mt4">{after}</p>}
        <p className="btn-row mt5">
          {isOver ? (
            <Link className="btn" to={paths.jobs}>
              <Trans>See all open jobs</Trans>
            </Link>
          ) : (
            <button
              className="btn needs-js"
              type="button"
              onClick={() => void press()}
              aria-disabled={state.kind === 'busy'}
            >
              {state.kind === 'busy' ? busyLabel : readyLabel}
            </button>
          )}
          {state.kind === 'invalid' && (
            <Link className="btn btn-2" to={paths.contact}>
              <Trans>Contact</Trans>
            </Link>
          )}
        </p>
        <noscript>
          <p className="callout is-amber">
            <Trans>
              This needs JavaScript, which is switched off in this browser. Switch JavaScript on, or open the
              link in another browser.
            </Trans>
          </p>
        </noscript>
      </div>
    </div>
  )
}

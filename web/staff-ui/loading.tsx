import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import { isCallFailed } from '../call.ts'

/** Says that a response is on its way. It is also announced to screen readers. */
export const Loading = () => (
  <p role="status">
    <span className="sr-only">
      <Trans>Loading</Trans>
    </span>
    <span className="ghost" />
  </p>
)

/** The message of a refused call, if the page is paused under load; undefined for any other error. */
export const pausedWords = (error: unknown) =>
  isCallFailed(error) && error.body.code === 'paused' ? error.body.message : undefined

type PausedProps = { words: string; onRetry: () => void }

const TryAgain = ({ onRetry }: Pick<PausedProps, 'onRetry'>) => (
  <p>
    <button className="link" type="button" onClick={onRetry}>
      <Trans>Try again</Trans>
    </button>
  </p>
)

/** Says that the page is paused under load, in the words of `pausedWords`. */
export const PagePaused = ({ words, onRetry }: PausedProps) => (
  <div className="callout" role="alert">
    <p>{words}</p>
    <p>{LAST_HOUR_WORDS.pausedPage}</p>
    <TryAgain onRetry={onRetry} />
  </div>
)

/** Says that `subject` did not load, with a button to try again. */
export function LoadFailed({
  subject,
  onRetry,
  error,
}: {
  subject: string
  onRetry: () => void
  error?: unknown
}) {
  const paused = pausedWords(error)
  if (paused !== undefined) return <PagePaused words={paused} onRetry={onRetry} />
  return (
    <div className="callout is-red" role="alert">
      <p>{t`${subject} could not be loaded.`}</p>
      <TryAgain onRetry={onRetry} />
    </div>
  )
}

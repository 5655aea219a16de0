import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import { isCallFailed } from '../call.ts'

/** Announced and drawn while a response is on its way. */
export const Loading = () => (
  <p role="status">
    <span className="sr-only">Loading</span>
    <span className="ghost" />
  </p>
)

/** The message of a refusal because the page is paused under load; undefined for any other error. */
export const pausedWords = (error: unknown) =>
  isCallFailed(error) && error.body.code === 'paused' ? error.body.message : undefined

/** Says that `subject` did not load, and offers to try again. */
export const LoadFailed = ({
  subject,
  onRetry,
  error,
}: {
  subject: string
  onRetry: () => void
  error?: unknown
}) => (
  <div className={pausedWords(error) ? 'callout' : 'callout is-red'} role="alert">
    <p>{pausedWords(error) ?? `${subject} could not be loaded.`}</p>
    {pausedWords(error) && <p>{LAST_HOUR_WORDS.pausedPage}</p>}
    <p>
      <button className="link" type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  </div>
)

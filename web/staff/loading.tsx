import { LAST_HOUR_WORDS } from '#contract/last-hour/words.ts'
import { isCallFailed } from '../call.ts'

/** Said and drawn while an answer is on its way. */
export const Loading = () => (
  <p role="status">
    <span className="vh">Loading</span>
    <span className="ghost" />
  </p>
)

/** The sentence of a refusal that says that this is paused while too many are here; undefined for any other. */
export const pausedWords = (error: unknown) => (isCallFailed(error) && error.body.code === 'paused' ? error.body.message : undefined)

/** Nothing came, and asking again may mend it. */
export const Unread = ({ what, again, error }: { what: string; again: () => void; error?: unknown }) => (
  <div className={pausedWords(error) ? 'callout' : 'callout is-red'} role="alert">
    <p>{pausedWords(error) ?? `${what} could not be read.`}</p>
    {pausedWords(error) && <p>{LAST_HOUR_WORDS.pausedPage}</p>}
    <p>
      <button className="link" type="button" onClick={again}>
        Try again
      </button>
    </p>
  </div>
)

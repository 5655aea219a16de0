import { PAUSED_WORDS } from '#contract/brownout.ts'
import { isCallFailed } from '../call.ts'
import { isBusy } from '../use-answer.ts'

/** Still lines in the place of what is on its way. */
export const Waiting = ({ what, lines = 3 }: { what: string; lines?: number }) => (
  <div role="status">
    <span className="vh">Loading {what}</span>
    {Array.from({ length: lines }, (_, at) => (
      // oxlint-disable-next-line react/no-array-index-key -- lines that are all alike
      <div className="ghost" key={at} />
    ))}
  </div>
)

/** What could not be had, in the words of S2 §8, and the way on; without a network it comes by itself later. */
export const Failed = ({ sentence, answer }: { sentence: string; answer: { error: unknown; again: () => void } }) => (
  <div className={isBusy(answer.error) ? 'callout' : 'callout is-red'} role="alert">
    <p>{isBusy(answer.error) ? PAUSED_WORDS.read : sentence}</p>
    {isCallFailed(answer.error) && answer.error.status === 0 && (
      <p className="small mt1">Nothing was heard from us: the network may be away. This page tries again by itself when it is back.</p>
    )}
    <p>
      <button className="link" type="button" onClick={answer.again}>
        Try again
      </button>
    </p>
  </div>
)

import { useState } from 'react'
import { isCallFailed } from '../call.ts'
import { useOneAtATime } from './use-one-at-a-time.ts'

type Outcome = { kind: 'done' | 'invalid' | 'failed'; words: string }
/** `words`: the sentence about the last press. It is `invalid` if the server does not know the link. */
type PressState = { kind: 'asking' | 'busy' } | Outcome

/**
 * The state of a page behind a link in an email, and the press of its button. Mail programs open links by
 * themselves, so only a press acts. `noReply`: the sentence if the server does not answer.
 */
export function usePress(work: () => Promise<{ message: string }>, noReply: string) {
  const [outcome, setOutcome] = useState<Outcome>()
  const { busy, run } = useOneAtATime()
  const press = () =>
    run(async () => {
      setOutcome(undefined)
      try {
        const { message } = await work()
        setOutcome({ kind: 'done', words: message })
      } catch (error) {
        const words = (isCallFailed(error) && error.body.message) || noReply
        setOutcome({ kind: isCallFailed(error) && error.status === 404 ? 'invalid' : 'failed', words })
      }
    })
  const state: PressState = busy ? { kind: 'busy' } : (outcome ?? { kind: 'asking' })
  return { state, press }
}

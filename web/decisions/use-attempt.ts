import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { formErrors } from '../staff-ui/form-errors.ts'
import { useSending } from '../staff-ui/use-sending.ts'

type Props = {
  onChanged: (list: DecisionListDetail, words: string) => void
  /** Called if someone else has changed the list meanwhile. The page must load the list again. */
  onConflict: (sentence: string) => void
}

type Action = {
  /** The fields of the form that can show an error. All other errors are shown above the form. */
  errorFields?: string[]
  /** What was done, in words; a function of the changed list if the words depend on it. */
  doneWords: string | ((changed: DecisionListDetail) => string)
  send: () => Promise<DecisionListDetail>
  /** Called with the errors of a refused action, before they are shown. */
  onRefused?: (errors: FieldError[]) => void
}

/**
 * Sends one action on a list at a time, and shows each error at its field. Typed text is never changed. `run`
 * resolves to true if the action was done.
 */
export function useAttempt({ onChanged, onConflict }: Props) {
  const { send: sendForm, ...form } = useSending()
  const run = ({ errorFields, doneWords, send, onRefused }: Action) =>
    sendForm(
      async () => {
        const changed = await send()
        onChanged(changed, typeof doneWords === 'string' ? doneWords : doneWords(changed))
      },
      (error) => {
        if (isCallFailed(error) && error.body.code === 'conflict') {
          onConflict(error.message)
          return undefined
        }
        const fieldErrors = formErrors(error, errorFields)
        onRefused?.(fieldErrors)
        return fieldErrors
      },
    )
  return { ...form, run }
}

import { useState } from 'react'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { formErrors, useFieldErrors } from '../staff-ui/form-errors.ts'

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
}

type AttemptOutcome = { done: boolean; errors: FieldError[] }

/** Sends one action on a list at a time, and shows each error at its field. Typed text is never changed. */
export function useAttempt({ onChanged, onConflict }: Props) {
  const { errors, round, show, clear, errorAt } = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const run = async ({ errorFields, doneWords, send }: Action): Promise<AttemptOutcome> => {
    if (busy) return { done: false, errors: [] }
    setBusy(true)
    clear()
    try {
      const changed = await send()
      onChanged(changed, typeof doneWords === 'string' ? doneWords : doneWords(changed))
      return { done: true, errors: [] }
    } catch (error) {
      if (isCallFailed(error) && error.body.code === 'conflict') {
        onConflict(error.message)
        return { done: false, errors: [] }
      }
      const fieldErrors = formErrors(error, errorFields)
      show(fieldErrors)
      return { done: false, errors: fieldErrors }
    } finally {
      setBusy(false)
    }
  }
  return { busy, run, errors, round, errorAt, clear }
}

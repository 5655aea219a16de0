import { useState } from 'react'
import type { DecisionListDetail } from '#contract/decisions/decision-list.ts'
import { isCallFailed } from '../call.ts'
import type { FieldError } from '../form/error-summary.tsx'
import { formErrors, useFieldErrors } from '../staff-ui/form-errors.ts'

type Props = {
  onChanged: (list: DecisionListDetail, words: string) => void
  /** Someone else was quicker, or the list's content changed: the officer must check what they may do now. */
  onConflict: (sentence: string) => void
}

type AttemptOutcome = { done: boolean; errors: FieldError[] }

/** Sends one action on a list at a time, and shows each error at its field. Typed text is never changed. */
export function useAttempt({ onChanged, onConflict }: Props) {
  const { errors, round, show, clear, errorAt } = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const run = async (
    fields: string[],
    words: string,
    work: () => Promise<DecisionListDetail>,
  ): Promise<AttemptOutcome> => {
    if (busy) return { done: false, errors: [] }
    setBusy(true)
    clear()
    try {
      onChanged(await work(), words)
      return { done: true, errors: [] }
    } catch (error) {
      if (isCallFailed(error) && error.body.code === 'conflict') {
        onConflict(error.message)
        return { done: false, errors: [] }
      }
      const fieldErrors = formErrors(error, fields)
      show(fieldErrors)
      return { done: false, errors: fieldErrors }
    } finally {
      setBusy(false)
    }
  }
  return { busy, run, errors, round, errorAt, clear }
}

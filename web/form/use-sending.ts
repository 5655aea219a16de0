import { useState } from 'react'
import type { FieldError } from './error-summary.tsx'
import { useFieldErrors } from './field-errors.ts'

/** Turns the error of a failed call into the errors to show; undefined if there is nothing to show. */
type ErrorsFrom = (error: unknown) => FieldError[] | undefined

/**
 * A form that is sent once at a time. `send` runs the call. If it fails, `send` shows the errors that
 * `errorsFrom` gives. A step of the form may have its own `errorsFrom`.
 */
export function useSending(errorsFrom: ErrorsFrom = () => undefined) {
  const form = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const send = async (work: () => Promise<unknown>, errorsOfStep = errorsFrom) => {
    if (busy) return
    setBusy(true)
    form.clear()
    try {
      await work()
    } catch (error) {
      const errors = errorsOfStep(error)
      if (errors) form.show(errors)
    }
    setBusy(false)
  }
  return { ...form, busy, send }
}

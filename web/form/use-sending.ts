import { useState } from 'react'
import type { FieldError } from './error-summary.tsx'
import { useFieldErrors } from './field-errors.ts'

/**
 * A form that is sent once at a time. `errorsFrom` turns the error of a failed call into the errors to show;
 * undefined if there is nothing to show.
 */
export function useSending(errorsFrom: (error: unknown) => FieldError[] | undefined) {
  const form = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const send = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    form.clear()
    try {
      await work()
    } catch (error) {
      const errors = errorsFrom(error)
      if (errors) form.show(errors)
    }
    setBusy(false)
  }
  return { ...form, busy, send }
}

import { useState } from 'react'
import type { FieldError } from '../form/error-summary.tsx'
import { formErrors, useFieldErrors } from './form-errors.ts'

/**
 * A form that is sent once at a time. `refused`: the fields that can show an error, or a function that turns
 * an error into field errors.
 */
export function useSending(refused: string[] | ((error: unknown) => FieldError[])) {
  const form = useFieldErrors()
  const [busy, setBusy] = useState(false)
  const send = async (work: () => Promise<unknown>) => {
    if (busy) return
    setBusy(true)
    form.clear()
    try {
      await work()
    } catch (error) {
      form.show(typeof refused === 'function' ? refused(error) : formErrors(error, refused))
    }
    setBusy(false)
  }
  return { ...form, busy, send }
}

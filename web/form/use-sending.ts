import { useOneAtATime } from '../ui/use-one-at-a-time.ts'
import type { FieldError } from './error-summary.tsx'
import { useFieldErrors } from './field-errors.ts'

/**
 * Turns the error of a failed call into the errors to show. Undefined if there is nothing to show here, for
 * example because the page shows the failure elsewhere.
 */
export type ErrorsFrom = (error: unknown) => FieldError[] | undefined | Promise<FieldError[] | undefined>

/**
 * A form that is sent once at a time. `send` runs the call, and resolves to true if it succeeded. If it
 * fails, `send` shows the errors that `errorsFrom` gives. A step of the form may have its own `errorsFrom`.
 */
export function useSending(errorsFrom: ErrorsFrom = () => undefined) {
  const form = useFieldErrors()
  const { busy, run } = useOneAtATime()
  const send = async (work: () => Promise<unknown>, errorsOfStep = errorsFrom): Promise<boolean> => {
    let hasSucceeded = false
    await run(async () => {
      form.clear()
      try {
        await work()
        hasSucceeded = true
      } catch (error) {
        const errors = await errorsOfStep(error)
        if (errors) form.show(errors)
      }
    })
    return hasSucceeded
  }
  return { ...form, busy, send }
}

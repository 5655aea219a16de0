import type { FieldError } from '../form/error-summary.tsx'
import { useSending as useSendingForm } from '../form/use-sending.ts'
import { type FieldIds, formErrors } from './form-errors.ts'

/**
 * A form of officers. It is sent once at a time. `refused`: the names of the fields that can show an error,
 * with their ids if these differ, or a function that turns an error into field errors.
 */
export const useSending = (refused: string[] | FieldIds | ((error: unknown) => FieldError[]) = []) =>
  useSendingForm(typeof refused === 'function' ? refused : (error) => formErrors(error, refused))

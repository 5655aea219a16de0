import { type ErrorsFrom, useSending as useSendingForm } from '../form/use-sending.ts'
import { type FieldIds, formErrors } from './form-errors.ts'

/**
 * A form of officers. It is sent once at a time. `fields`: the names of the fields that can show an error,
 * with their ids if these differ. A function in its place turns an error into field errors itself.
 */
export const useSending = (fields: string[] | FieldIds | ErrorsFrom = []) =>
  useSendingForm(typeof fields === 'function' ? fields : (error) => formErrors(error, fields))

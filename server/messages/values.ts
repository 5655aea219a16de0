import { longDate, longDeadline } from '#contract/dates.ts'
import {
  FIELDS_OF_PERSON,
  type FieldValues,
  MESSAGE_FIELDS,
  type MessageField,
} from '#contract/messages/fields.ts'
import type { Config } from '../config.ts'

/** The data of one application with which the fields of a message are filled. */
export type ValuesRow = {
  first_name: string
  last_name: string
  reference_number: string
  job_title: string
  job_reference: string
  status: string
  submitted_at: Date
  /** The deadline of the job; null when it has none. */
  expiry_date: Date | null
}

/**
 * The values for the fields of a message, such as `{{first_name}}`. If the person is hidden from the officer,
 * each field that identifies them gets its label in brackets: `[first name]`.
 */
export function valuesOf(
  row: ValuesRow,
  { organisation }: Pick<Config, 'organisation'>,
  { hidden = false } = {},
): FieldValues {
  const { submitted_at, expiry_date, ...plain } = row
  const values: FieldValues = {
    ...plain,
    submitted_on: longDate(submitted_at),
    deadline: longDeadline(expiry_date),
    organisation: organisation.name,
  }
  if (!hidden) return values
  const placeholder = (field: MessageField) => [field, `[${MESSAGE_FIELDS[field]}]`] as const
  return { ...values, ...Object.fromEntries(FIELDS_OF_PERSON.map(placeholder)) }
}

import type { TextareaHTMLAttributes } from 'react'
import type { ReactNode } from 'react'
import { fieldAria, Field } from '../form/field.tsx'

type Props = {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  value: string
  onValue: (value: string) => void
} & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'id' | 'value' | 'onChange'>

/** A text field of several lines, with label, hint and error like every field. */
export const TextAreaField = ({
  id,
  label,
  hint,
  error,
  optional = false,
  value,
  onValue,
  ...textAreaProps
}: Props) => (
  <Field id={id} label={label} hint={hint} error={error} optional={optional}>
    <textarea
      {...textAreaProps}
      {...fieldAria(id, { hint, error })}
      className="input"
      id={id}
      value={value}
      onChange={(event) => onValue(event.target.value)}
    />
  </Field>
)

import { t } from '@lingui/core/macro'
import { type InputHTMLAttributes, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'

/** The error of a field, or nothing. `fieldAria` connects the input with its id. */
export const FieldError = ({ id, sentence }: { id: string; sentence: string | undefined }) =>
  sentence ? (
    <p className="err" id={`${id}-error`}>
      <Icon name="warn" size="icon-small" />
      <span>
        <span className="sr-only">{`${t`Error:`} `}</span>
        {translate(sentence)}
      </span>
    </p>
  ) : null

/** The ARIA attributes that connect an input with its hint and its error. */
export const fieldAria = (id: string, { hint, error }: { hint?: ReactNode; error?: string | undefined }) => ({
  'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': error ? (true as const) : undefined,
})

type FieldProps = {
  id: string
  label: string
  hint?: ReactNode
  error?: string | undefined
  optional?: boolean
  children: ReactNode
}

/** The label, the hint, the error and the input of a field, in this order. */
export const Field = ({ id, label, hint, error, optional = false, children }: FieldProps) => (
  <div className={error ? 'field bad' : 'field'}>
    <label htmlFor={id}>
      {label}
      {optional && <span className="opt">{` ${t`(optional)`}`}</span>}
    </label>
    {hint && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <FieldError id={id} sentence={error} />
    {children}
  </div>
)

type TextFieldProps = Omit<FieldProps, 'children'> & {
  value: string
  onValue: (value: string) => void
} & Omit<InputHTMLAttributes<HTMLInputElement>, 'id' | 'value' | 'onChange'>

/** Takes over what was typed or chosen before hydration. The returned ref must be put on the input. */
export function useEarlyTyping<Input extends HTMLInputElement | HTMLSelectElement = HTMLInputElement>(
  value: string,
  onValue: (value: string) => void,
): RefObject<Input | null> {
  const input = useRef<Input>(null)
  useEffect(() => {
    const typed = input.current?.value
    if (typed && typed !== value) onValue(typed)
    // Only text that is there at the first effect was typed early.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return input
}

/** A field with one line of text. It keeps what was typed before hydration. */
export function TextField({
  id,
  label,
  hint,
  error,
  optional = false,
  value,
  onValue,
  className = 'input',
  ...input
}: TextFieldProps) {
  const early = useEarlyTyping(value, onValue)
  return (
    <Field id={id} label={label} hint={hint} error={error} optional={optional}>
      <input
        {...input}
        {...fieldAria(id, { hint, error })}
        ref={early}
        className={className}
        id={id}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </Field>
  )
}

import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { fieldAria, Field, FieldError } from './field.tsx'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'

type Option = readonly [value: string, words: string]
type Props = {
  id: string
  label: string
  options: readonly Option[]
  value: string
  onValue: (value: string) => void
  hint?: ReactNode
  error?: string | undefined
}

/**
 * A few options, all visible. `rows` puts each on a line, for options that are whole sentences. The first
 * option has the group's id, because the error summary links to that id.
 */
export const RadioGroup = ({
  id,
  label,
  options,
  value,
  onValue,
  hint,
  error,
  rows = false,
}: Props & { rows?: boolean }) => (
  <fieldset className={error ? 'field bad' : 'field'} {...fieldAria(id, { hint, error })}>
    <legend>{label}</legend>
    {hint && (
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
    )}
    <FieldError id={id} sentence={error} />
    <div className={rows ? 'boxes is-rows' : 'boxes'}>
      {options.map(([option, words], index) => (
        <label className="box" key={option}>
          <input
            type="radio"
            id={index === 0 ? id : `${id}-${index}`}
            name={id}
            value={option}
            checked={value === option}
            onChange={() => onValue(option)}
          />
          {translate(words)}
        </label>
      ))}
    </div>
  </fieldset>
)

/** The browser's own list, for options that need no search. `empty` labels the empty choice; '' omits it. */
export const SelectField = ({
  id,
  label,
  options,
  value,
  onValue,
  hint,
  error,
  empty = t`Choose`,
}: Props & { empty?: string }) => (
  <Field id={id} label={label} hint={hint} error={error}>
    <span className="pick">
      <select
        className="input"
        id={id}
        {...fieldAria(id, { hint, error })}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      >
        {empty && <option value="">{empty}</option>}
        {options.map(([option, words]) => (
          <option key={option} value={option}>
            {translate(words)}
          </option>
        ))}
      </select>
      <Icon name="down" />
    </span>
  </Field>
)

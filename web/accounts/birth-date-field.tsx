import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { translate } from '../language/translate.ts'
import { useEffect, useRef } from 'react'
import { civilDate, joinParts, partsOf } from '#contract/accounts/birth-date.ts'
import { latestBirthDate } from '#contract/civil-dates.ts'
import { PERSON } from '#contract/accounts/limits.ts'
import { REGISTRATION_FIELDS } from '#contract/accounts/registration-fields.ts'
import { fieldAria, FieldError } from '../form/field.tsx'

/** The three parts of a date: the label of each, and how many digits it has. */
const DATE_PARTS = [
  ['day', t`Day`, 2],
  ['month', t`Month`, 2],
  ['year', t`Year`, 4],
] as const
const EARLIEST_DATE = '1900-01-01'
const { label: LABEL, hint: HINT } = REGISTRATION_FIELDS.date_of_birth

type Props = {
  id: string
  /** The typed date, year first. It may be incomplete, such as `1999-3-`. */
  typedDate: string
  today: string
  onValue: (typed: string) => void
  error: string | undefined
}

/** Takes over a date that was typed before hydration. The returned ref must be put around its four inputs. */
function useEarlyDate(typedDate: string, onValue: (typed: string) => void) {
  const dateInputs = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The three fields make one value, so they are read together: `joinParts` gives '' if all are empty.
    const [day = '', month = '', year = '', calendar = ''] = [
      ...(dateInputs.current?.querySelectorAll('input') ?? []),
    ].map(({ value }) => value)
    const earlyDate = joinParts({ day, month, year }) || calendar
    if (earlyDate && earlyDate !== typedDate) onValue(earlyDate)
    // Only text that is there at the first effect was typed early.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return dateInputs
}

/**
 * A date of birth, typed in three fields or chosen from a calendar (S1 §2). With a calendar alone, a phone
 * would need many taps to reach the year of birth.
 */
export function BirthDateField({ id, typedDate, today, onValue, error }: Props) {
  const dateInputs = useEarlyDate(typedDate, onValue)
  const parts = partsOf(typedDate)
  // The links of the error summary lead to `id`, so the first input has that id.
  const idOf = (part: keyof typeof parts) => (part === 'day' ? id : `${id}-${part}`)
  return (
    <fieldset className={error ? 'field bad' : 'field'} {...fieldAria(id, { hint: HINT, error })}>
      <legend>{translate(LABEL)}</legend>
      <p className="hint" id={`${id}-hint`}>
        {translate(HINT)}
      </p>
      <FieldError id={id} sentence={error} />
      <div className="date" ref={dateInputs}>
        {DATE_PARTS.map(([part, label, length]) => (
          <div key={part}>
            <label className="small" htmlFor={idOf(part)}>
              {label}
            </label>
            <input
              className="input num"
              id={idOf(part)}
              inputMode="numeric"
              autoComplete={`bday-${part}`}
              maxLength={length}
              aria-invalid={error ? true : undefined}
              value={parts[part]}
              onChange={(event) => onValue(joinParts({ ...parts, [part]: event.target.value }))}
            />
          </div>
        ))}
        <div>
          <label className="small" htmlFor={`${id}-calendar`}>
            <Trans>Or choose it from a calendar</Trans>
          </label>
          <input
            className="input num"
            id={`${id}-calendar`}
            type="date"
            min={EARLIEST_DATE}
            max={latestBirthDate(today, PERSON.minAge)}
            autoComplete="off"
            // The date in the calendar; empty until the typed date is complete.
            value={civilDate(typedDate)}
            onChange={(event) => onValue(event.target.value)}
          />
        </div>
      </div>
    </fieldset>
  )
}

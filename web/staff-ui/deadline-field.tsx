import { useState } from 'react'
import { Trans } from '@lingui/react/macro'
import { longDeadline } from '#contract/dates.ts'
import { openingInstant } from '#contract/civil-dates.ts'
import { fieldAria, FieldError } from '../form/field.tsx'
import { deadlineParts, deadlineText, writtenInstant } from './deadline-parts.ts'

type Props = {
  id: string
  legend: string
  hint: string
  error: string | undefined
  /** The value: `2026-12-03T17:00`, `2026-12-03`, or empty. */
  value: string
  onValue: (value: string) => void
  /** True if something opens at this time, and false if it closes. */
  isOpening?: boolean
}

/**
 * Fields for a day and a time in Nairobi, with the full moment in words. An empty time means the end of the
 * day; if `isOpening`, its start.
 */
export function DeadlineField({ id, legend, hint, error, value, onValue, isOpening = false }: Props) {
  const { day, time: writtenTime } = deadlineParts(value)
  // A browser reports an impossible or unfinished day as empty. The typed time then stays here.
  const [lastTime, setLastTime] = useState('')
  const time = day ? writtenTime : lastTime
  const instant = isOpening ? openingInstant(value) : writtenInstant(value)
  return (
    <fieldset className={error ? 'field bad' : 'field'} {...fieldAria(id, { hint, error })}>
      <legend>{legend}</legend>
      <p className="hint" id={`${id}-hint`}>
        {hint}
      </p>
      <FieldError id={id} sentence={error} />
      <div className="row">
        <span>
          <label className="sr-only" htmlFor={id}>
            <Trans>Day</Trans>
          </label>
          <input
            className="input"
            type="date"
            id={id}
            value={day}
            onChange={(event) => {
              setLastTime(time)
              onValue(deadlineText(event.target.value, time))
            }}
          />
        </span>
        <span>
          <label className="sr-only" htmlFor={`${id}-hour`}>
            <Trans>Hour in Nairobi</Trans>
          </label>
          <input
            className="input"
            type="time"
            id={`${id}-hour`}
            value={time}
            disabled={!day}
            onChange={(event) => onValue(deadlineText(day, event.target.value))}
          />
        </span>
      </div>
      <p className="tiny quiet mt1">{instant ? longDeadline(instant) : ''}</p>
    </fieldset>
  )
}

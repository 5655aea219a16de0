import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FieldError } from '../form/field.tsx'
import { findMatch } from '../form/typed-part.ts'

type Props = {
  id: string
  legend: string
  options: { id: number; name: string }[]
  value: number[]
  onValue: (ids: number[]) => void
  error: string | undefined
}

/** The areas or centres that people can apply for (J9), ticked in a searchable list. */
export function PlacesField({ id, legend, options, value, onValue, error }: Props) {
  const [typed, setTyped] = useState('')
  const shown = options.filter(({ name }) => !typed.trim() || findMatch(name, typed))
  const chosen = new Set(value)
  /** Ticks or clears the places with these ids. All other places keep their ticks. */
  const setTicked = (ids: number[], isTicked: boolean) => {
    const changed = new Set(ids)
    const unchangedIds = value.filter((placeId) => !changed.has(placeId))
    onValue([...unchangedIds, ...(isTicked ? ids : [])].sort((left, right) => left - right))
  }
  const shownIds = shown.map((entry) => entry.id)
  return (
    <fieldset className={error ? 'field bad' : 'field'}>
      <legend>
        {legend} <span className="opt num">{t`${value.length} of ${options.length}`}</span>
      </legend>
      <FieldError id={id} sentence={error} />
      <div className="row">
        <label className="sr-only" htmlFor={id}>
          <Trans>Search: {legend}</Trans>
        </label>
        <input
          className="input st-filter"
          id={id}
          type="search"
          placeholder={t`Search`}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <button className="link small" type="button" onClick={() => setTicked(shownIds, true)}>
          {typed ? t`Tick these` : t`Tick all`}
        </button>
        <button className="link small" type="button" onClick={() => setTicked(shownIds, false)}>
          {typed ? t`Clear these` : t`Clear all`}
        </button>
      </div>
      <div className="st-places">
        {shown.map((entry) => (
          <label className="st-tick" key={entry.id}>
            <input
              type="checkbox"
              checked={chosen.has(entry.id)}
              onChange={(event) => setTicked([entry.id], event.target.checked)}
            />{' '}
            {entry.name}
          </label>
        ))}
        {shown.length === 0 && (
          <p className="quiet small">
            <Trans>No name matches.</Trans>
          </p>
        )}
      </div>
    </fieldset>
  )
}

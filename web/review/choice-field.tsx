import { useId, useState } from 'react'
import { formatNumber } from '../ui/card.ts'
import { type Filter, type FilterName, listed } from './address.ts'
import type { Choices, Head } from './filter-groups.ts'

export type FilterProps = {
  filter: Filter
  onFilter: (filter: Filter) => void
  head: Head | undefined
  job: number
  blind: boolean
}
export type FieldProps = Pick<FilterProps, 'filter' | 'onFilter'> & { name: FilterName; legend: string }

/** Several values of a list; a long list can be narrowed by typing. */
export function Several({ name, legend, choices, filter, onFilter }: FieldProps & { choices: Choices }) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const chosen = listed(filter[name])
  const found = choices.filter(
    ([value, words]) => chosen.includes(value) || words.toLowerCase().includes(typed.trim().toLowerCase()),
  )
  const toggle = (value: string) => {
    const now = chosen.includes(value) ? chosen.filter((entry) => entry !== value) : [...chosen, value]
    onFilter({ ...filter, [name]: now.join(',') || undefined })
  }
  return (
    <fieldset className="rv-field">
      <legend>{legend}</legend>
      {choices.length > 12 && (
        <>
          <label className="sr-only" htmlFor={id}>
            Find in {legend}
          </label>
          <input
            className="input"
            id={id}
            value={typed}
            placeholder="Find"
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            // Enter would submit the form, which is too early while the list is being narrowed.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </>
      )}
      <div className="rv-choices">
        {found.map(([value, words, count]) => (
          <label key={value}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />{' '}
            <span className="any">{words}</span>
            {count !== undefined && <span className="rv-count num"> {formatNumber(count)}</span>}
          </label>
        ))}
        {found.length === 0 && <p className="quiet">No name matches.</p>}
      </div>
    </fieldset>
  )
}

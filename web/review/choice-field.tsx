import { useId, useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { formatNumber } from '../ui/card.ts'
import { type Filter, type FilterName, splitValues } from './address.ts'
import type { Choices, JobOverview } from './filter-groups.ts'
import type { useDecisionLists } from './use-decision-lists.ts'

/**
 * The props of every field of the filter. `overview`: the choices of this job with their counts, undefined
 * until loaded. `blind`: identities are hidden from this officer. `lists`: the decision lists of this job.
 */
export type FilterProps = {
  filter: Filter
  onFilter: (filter: Filter) => void
  overview: JobOverview | undefined
  lists: ReturnType<typeof useDecisionLists>
  blind: boolean
}
export type FieldProps = Pick<FilterProps, 'filter' | 'onFilter'> & { name: FilterName; legend: string }

/** If a list has more choices than this, a person can narrow it by typing. */
const LONG_LIST = 12

/** A list from which several values can be ticked. In the address, commas separate them. */
export function MultiChoice({ name, legend, choices, filter, onFilter }: FieldProps & { choices: Choices }) {
  const [typed, setTyped] = useState('')
  const id = useId()
  const chosen = splitValues(filter[name])
  const search = typed.trim().toLowerCase()
  // Typing narrows the list, but a chosen value always stays in it.
  const matching = choices.filter(
    ([value, words]) => chosen.includes(value) || words.toLowerCase().includes(search),
  )
  const toggle = (value: string) => {
    const next = chosen.includes(value) ? chosen.filter((entry) => entry !== value) : [...chosen, value]
    onFilter({ ...filter, [name]: next.join(',') || undefined })
  }
  return (
    <fieldset className="review-field">
      <legend>{legend}</legend>
      {choices.length > LONG_LIST && (
        <>
          <label className="sr-only" htmlFor={id}>
            <Trans>Find in {legend}</Trans>
          </label>
          <input
            className="input"
            id={id}
            value={typed}
            placeholder={t`Find`}
            autoComplete="off"
            onChange={(event) => setTyped(event.target.value)}
            // Enter would submit the form. While a person narrows the list, that is too early.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </>
      )}
      <div className="review-choices">
        {matching.map(([value, words, count]) => (
          <label key={value}>
            <input type="checkbox" checked={chosen.includes(value)} onChange={() => toggle(value)} />{' '}
            <span className="any">{words}</span>
            {count !== undefined && <span className="review-count num"> {formatNumber(count)}</span>}
          </label>
        ))}
        {matching.length === 0 && (
          <p className="quiet">
            <Trans>No name matches.</Trans>
          </p>
        )}
      </div>
    </fieldset>
  )
}

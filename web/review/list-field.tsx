import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useRetry } from '../loaded.ts'
import { splitValues } from './address.ts'
import { type FilterProps, MultiChoice } from './choice-field.tsx'
import { ON_NO_LIST } from './filter-groups.ts'

/** The choice of decision lists of this job, or of no list. */
export function ListField(filterProps: FilterProps) {
  const { data, error, reload, repeat } = filterProps.lists
  useRetry(error, repeat)
  if (error !== undefined) {
    return (
      <p>
        <Trans>The lists could not be loaded.</Trans>{' '}
        <button className="link" type="button" onClick={reload}>
          <Trans>Try again</Trans>
        </button>
      </p>
    )
  }
  if (!data)
    return (
      <p role="status">
        <Trans>Reading the lists...</Trans>
      </p>
    )
  const lists = data.results
    .filter(({ state }) => state !== 'withdrawn' && state !== 'undone')
    .map(({ id, name }) => [String(id), name] as const)
  // A list that the address names stays a choice, even if the reply lacks it or it was withdrawn or undone.
  const unknownLists = splitValues(filterProps.filter.list)
    .filter((id) => id !== ON_NO_LIST && !lists.some(([entry]) => entry === id))
    .map((id) => [id, t`List ${id}`] as const)
  return (
    <MultiChoice
      {...filterProps}
      name="list"
      legend={t`Decision list`}
      choices={[[ON_NO_LIST, t`On no list`], ...lists, ...unknownLists]}
    />
  )
}

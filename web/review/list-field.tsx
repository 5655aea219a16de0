import { call } from '../api.ts'
import { useFetched } from '../staff-ui/use-fetched.ts'
import { splitValues } from './address.ts'
import { type FilterProps, MultiChoice } from './choice-field.tsx'
import { ON_NO_LIST } from './filter-groups.ts'

/** The lists of decisions of this job, or no list. They are fetched when the panel opens. */
export function ListField(filterProps: FilterProps) {
  const { data, error, reload } = useFetched(String(filterProps.jobId), () =>
    call('GET /api/staff/decisions/', { query: { job: filterProps.jobId } }),
  )
  if (error !== undefined) {
    return (
      <p>
        The lists could not be loaded.{' '}
        <button className="link" type="button" onClick={reload}>
          Try again
        </button>
      </p>
    )
  }
  if (!data) return <p role="status">Reading the lists...</p>
  const lists = data.results
    .filter(({ state }) => state !== 'withdrawn' && state !== 'undone')
    .map(({ id, name }) => [String(id), name] as const)
  const unknownLists = splitValues(filterProps.filter.list)
    .filter((id) => id !== ON_NO_LIST && !lists.some(([entry]) => entry === id))
    .map((id) => [id, `List ${id}`] as const)
  return (
    <MultiChoice
      {...filterProps}
      name="list"
      legend="Decision list"
      choices={[[ON_NO_LIST, 'On no list'], ...lists, ...unknownLists]}
    />
  )
}

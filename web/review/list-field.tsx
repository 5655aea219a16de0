import { call } from '../api.ts'
import { useFetched } from '../staff-ui/use-fetched.ts'
import { listed } from './address.ts'
import { type FilterProps, Several } from './choice-field.tsx'

/** The lists of decisions of this job, or no list. They are fetched when the panel opens. */
export function ListField(field: FilterProps) {
  const { data, error, reload } = useFetched(String(field.job), () =>
    call('GET /api/staff/decisions/', { query: { job: field.job } }),
  )
  if (error !== undefined) {
    return (
      <p>
        The lists could not be read.{' '}
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
  const others = listed(field.filter.list)
    .filter((id) => id !== '0' && !lists.some(([entry]) => entry === id))
    .map((id) => [id, `List ${id}`] as const)
  return (
    <Several
      {...field}
      name="list"
      legend="Decision list"
      choices={[['0', 'On no list'], ...lists, ...others]}
    />
  )
}

import { call } from '../api.ts'
import { useAnswer } from '../use-answer.ts'
import { listed } from './address.ts'
import { type FilterProps, Several } from './choice-field.tsx'

/** The lists of decisions of this job, or no list. */
export function ListField(given: FilterProps) {
  const answer = useAnswer(given.job, () => call('GET /api/staff/decisions/', { query: { job: given.job } }))
  if (answer.state === 'failed') {
    return (
      <p>
        The lists could not be read.{' '}
        <button className="link" type="button" onClick={answer.again}>
          Try again
        </button>
      </p>
    )
  }
  if (answer.state === 'waiting') return <p role="status">Reading the lists...</p>
  const lists = answer.data.results
    .filter(({ state }) => state !== 'withdrawn' && state !== 'undone')
    .map(({ id, name }) => [String(id), name] as const)
  const others = listed(given.filter.list)
    .filter((id) => id !== '0' && !lists.some(([entry]) => entry === id))
    .map((id) => [id, `List ${id}`] as const)
  return (
    <Several
      {...given}
      name="list"
      legend="Decision list"
      choices={[['0', 'On no list'], ...lists, ...others]}
    />
  )
}

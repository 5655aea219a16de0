import { useLocations } from '../form/use-locations.ts'
import { type Filter, listed } from './address.ts'
import { type FilterProps, Several } from './choice-field.tsx'
import { constituenciesOf, placesOf } from './filter-groups.ts'

/** Where people live: constituencies of the chosen counties, wards of the one chosen constituency. */
export function AreaFields(field: FilterProps) {
  const { filter, onFilter, head } = field
  const counties = listed(filter.county)
  const constituencies = listed(filter.constituency)
  const entry = constituencies.length === 1 ? Number(constituencies[0]) : undefined
  const wards = useLocations('wards', entry)
  // Drop constituencies outside the counties and wards outside the constituency: they would match no one.
  const narrow = (now: Filter): Filter => {
    const inside = constituenciesOf(head, listed(now.county)).map(([code]) => code)
    const constituency = listed(now.constituency)
      .filter((code) => inside.includes(code))
      .join(',')
    return {
      ...now,
      constituency: constituency || undefined,
      ward: constituency === filter.constituency ? now.ward : undefined,
    }
  }
  const within = { ...field, onFilter: (now: Filter) => onFilter(narrow(now)) }
  return (
    <>
      <Several {...within} name="county" legend="County" choices={placesOf(head)} />
      <Several
        {...within}
        name="constituency"
        legend="Constituency"
        choices={constituenciesOf(head, counties)}
      />
      {entry !== undefined && wards.options && (
        <Several
          {...field}
          name="ward"
          legend="Ward"
          choices={wards.options.map(({ id, name }) => [String(id), name] as const)}
        />
      )}
      {wards.retry && (
        <p>
          The wards could not be read.{' '}
          <button className="link" type="button" onClick={wards.retry}>
            Try again
          </button>
        </p>
      )}
    </>
  )
}

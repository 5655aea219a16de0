import { useLocations } from '../form/use-locations.ts'
import { type Filter, splitValues } from './address.ts'
import { type FilterProps, MultiChoice } from './choice-field.tsx'
import { constituencyChoices, countyChoices } from './filter-groups.ts'

/** Where people live: constituencies of the chosen counties, wards of the one chosen constituency. */
export function AreaFields(field: FilterProps) {
  const { filter, onFilter, head } = field
  const counties = splitValues(filter.county)
  const constituencies = splitValues(filter.constituency)
  const entry = constituencies.length === 1 ? Number(constituencies[0]) : undefined
  const wards = useLocations('wards', entry)
  // Drop constituencies outside the counties and wards outside the constituency: they would match no one.
  const narrow = (now: Filter): Filter => {
    const inside = constituencyChoices(head, splitValues(now.county)).map(([code]) => code)
    const constituency = splitValues(now.constituency)
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
      <MultiChoice {...within} name="county" legend="County" choices={countyChoices(head)} />
      <MultiChoice
        {...within}
        name="constituency"
        legend="Constituency"
        choices={constituencyChoices(head, counties)}
      />
      {entry !== undefined && wards.options && (
        <MultiChoice
          {...field}
          name="ward"
          legend="Ward"
          choices={wards.options.map(({ id, name }) => [String(id), name] as const)}
        />
      )}
      {wards.retry && (
        <p>
          The wards could not be loaded.{' '}
          <button className="link" type="button" onClick={wards.retry}>
            Try again
          </button>
        </p>
      )}
    </>
  )
}

import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useLocations } from '../locations/use-locations.ts'
import { type Filter, splitValues } from './address.ts'
import { type FilterProps, MultiChoice } from './choice-field.tsx'
import { constituencyChoices, countyChoices } from './filter-groups.ts'

/**
 * The filter by where people live. Only constituencies of the chosen counties are offered. Wards are offered
 * once exactly one constituency is chosen.
 */
export function ResidenceFields(filterProps: FilterProps) {
  const { filter, onFilter, overview } = filterProps
  const counties = splitValues(filter.county)
  const constituencies = splitValues(filter.constituency)
  const constituencyCode = constituencies.length === 1 ? Number(constituencies[0]) : undefined
  // `options` is set once the wards are loaded, and `retry` once loading has failed.
  const wards = useLocations('wards', constituencyCode)
  // Drops chosen constituencies and wards outside the chosen counties, because they would match no one.
  const narrow = (next: Filter): Filter => {
    const codesInCounties = constituencyChoices(overview, splitValues(next.county)).map(([code]) => code)
    const constituency = splitValues(next.constituency)
      .filter((code) => codesInCounties.includes(code))
      .join(',')
    return {
      ...next,
      constituency: constituency || undefined,
      ward: constituency === filter.constituency ? next.ward : undefined,
    }
  }
  const narrowingProps = { ...filterProps, onFilter: (next: Filter) => onFilter(narrow(next)) }
  return (
    <>
      <MultiChoice {...narrowingProps} name="county" legend={t`County`} choices={countyChoices(overview)} />
      <MultiChoice
        {...narrowingProps}
        name="constituency"
        legend={t`Constituency`}
        choices={constituencyChoices(overview, counties)}
      />
      {constituencyCode !== undefined && wards.options && (
        <MultiChoice
          {...filterProps}
          name="ward"
          legend={t`Ward`}
          choices={wards.options.map(({ id, name }) => [String(id), name] as const)}
        />
      )}
      {wards.retry && (
        <p>
          <Trans>The wards could not be loaded.</Trans>{' '}
          <button className="link" type="button" onClick={wards.retry}>
            <Trans>Try again</Trans>
          </button>
        </p>
      )}
    </>
  )
}

import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { staffPaths } from '../staff-paths.ts'
import { formatNumber } from '../ui/card.ts'
import { countedApplications } from '../staff-ui/applications.ts'
import { type Filter, filterParams, FILTERS } from '../review/address.ts'
import { FilterChips } from '../review/filter-chips.tsx'
import type { JobOverview } from '../review/filter-groups.ts'

type Props = {
  jobId: number
  /** The counts of the job and the choices of the filter; undefined if this officer may not read them. */
  overview: JobOverview | undefined
  applicationIds: number[]
  filter: Filter
  onFilter: (filter: Filter) => void
}

/** Chooses the recipients: applications selected in the table, or all that match the filter here. */
export function Recipients({ jobId, overview, applicationIds, filter, onFilter }: Props) {
  const everyoneCount = overview
    ? Object.values(overview.stages).reduce((sum, count) => sum + count, 0)
    : undefined
  const isFiltered = FILTERS.some((name) => filter[name])
  return (
    <section className="st-part" aria-labelledby="whom">
      <h2 className="heading-small" id="whom">
        <Trans>To</Trans>
      </h2>
      {applicationIds.length > 0 ? (
        <p>
          <Trans>
            <b className="num">{countedApplications(applicationIds.length)}</b> chosen in the table.
          </Trans>{' '}
          <Link to={staffPaths.messages(jobId)}>
            <Trans>Write to all that match a filter instead</Trans>
          </Link>
        </p>
      ) : (
        <>
          <div className="st-chips">
            <FilterChips
              overview={overview}
              jobId={jobId}
              // Whether blind review hides names and personal facts. While that is not known, they count as
              // hidden.
              blind={overview?.blind ?? true}
              filter={filter}
              onFilter={onFilter}
            />
          </div>
          {filter.search && (
            <p className="mt2 any">
              <Trans>Search: “{filter.search}”</Trans>
            </p>
          )}
          <p className="small quiet mt2">
            {isFiltered &&
              t`The message goes to all applicants that match the filter. The preview counts them.`}
            {!isFiltered &&
              everyoneCount !== undefined &&
              t`Everyone who applied: ${formatNumber(everyoneCount)}.`}{' '}
            <Link to={staffPaths.applications(jobId, filterParams(filter).toString())}>
              <Trans>See them in the table</Trans>
            </Link>
          </p>
        </>
      )}
    </section>
  )
}

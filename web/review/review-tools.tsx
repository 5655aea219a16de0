import { useState } from 'react'
import { Link } from 'react-router'
import { Trans } from '@lingui/react/macro'
import { staffPaths } from '../staff-paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { type Address, FIRST_PAGE, type Filter, filterParams, FILTERS, isFiltered } from './address.ts'
import { ColumnsChip } from './columns-chip.tsx'
import type { ColumnName } from './columns.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import type { JobOverview } from './filter-groups.ts'
import type { Go } from './use-address.ts'
import { Search } from './search.tsx'
import type { ViewsChange } from './use-overview.ts'
import { ViewsChip } from './views-chip.tsx'

type Props = {
  jobId: number
  overview: JobOverview | undefined
  address: Address
  go: Go
  blind: boolean
  columns: ColumnName[]
  onColumns: (columns: ColumnName[] | undefined) => void
  onViews: (change: ViewsChange) => void
}

/** The controls of the table: the search, the filters, the views and the columns. */
export function ReviewTools({ jobId, overview, address, go, blind, columns, onColumns, onViews }: Props) {
  const me = useMe()
  const [isDialogOpen, setDialogOpen] = useState(false)
  const applyFilter = (filter: Filter, options?: { replace?: boolean }) =>
    go({ filter, ...FIRST_PAGE }, options)
  const activeCount = FILTERS.filter((name) => name !== 'search' && address.filter[name]).length
  return (
    <div className="review-tools">
      <Search
        address={address}
        blind={blind}
        onSearch={(words, options) => applyFilter({ ...address.filter, search: words || undefined }, options)}
      />
      <button
        className={
          activeCount > 0 ? 'review-small review-chip-button is-filled' : 'review-small review-chip-button'
        }
        type="button"
        onClick={() => setDialogOpen(true)}
      >
        <Trans>Filters</Trans>
        {activeCount > 0 && `: ${activeCount}`}
      </button>
      <div className="review-chips">
        <FilterChips {...{ jobId, overview, blind }} filter={address.filter} onFilter={applyFilter} />
      </div>
      {isFiltered(address) && (
        <button className="link" type="button" onClick={() => applyFilter({})}>
          <Trans>Clear filters</Trans>
        </button>
      )}
      <div className="review-right">
        <ViewsChip jobId={jobId} address={address} views={overview?.views ?? []} onViews={onViews} />
        <div className="review-chips">
          <ColumnsChip columns={columns} blind={blind} onColumns={onColumns} />
        </div>
        {me.rights.includes('applications.export') && (
          <Link className="link tap" to={staffPaths.exports(jobId, filterParams(address.filter).toString())}>
            <Trans>Export</Trans>
          </Link>
        )}
      </div>
      {isDialogOpen && (
        <FilterDialog
          jobId={jobId}
          overview={overview}
          blind={blind}
          address={address}
          go={go}
          onClose={() => setDialogOpen(false)}
        />
      )}
    </div>
  )
}

import { useState } from 'react'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { type Address, FIRST_PAGE, type Filter, filterOf, FILTERS, isFiltered } from './address.ts'
import { ColumnsChip } from './columns-chip.tsx'
import type { ColumnName } from './columns.tsx'
import { FilterChips } from './filter-chips.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import type { Head } from './filter-groups.ts'
import type { Go } from './use-address.ts'
import { Search } from './search.tsx'
import { ViewsChip } from './views-chip.tsx'

type Props = {
  job: number
  head: Head | undefined
  address: Address
  go: Go
  blind: boolean
  columns: ColumnName[]
  onColumns: (columns: ColumnName[] | undefined) => void
  onViews: (views: Head['views']) => void
}

/** The controls of the table: the search, the conditions, the views and the columns. */
export function ReviewTools({ job, head, address, go, blind, columns, onColumns, onViews }: Props) {
  const me = useMe()
  const [filters, setFilters] = useState(false)
  const ask = (filter: Filter, how?: { replace?: boolean }) => go({ filter, ...FIRST_PAGE }, how)
  const count = FILTERS.filter((name) => name !== 'search' && address.filter[name]).length
  return (
    <div className="rv-tools">
      <Search
        address={address}
        blind={blind}
        onSearch={(words, how) => ask({ ...address.filter, search: words || undefined }, how)}
      />
      <button
        className={count > 0 ? 'rv-small rv-chip-b is-filled' : 'rv-small rv-chip-b'}
        type="button"
        onClick={() => setFilters(true)}
      >
        Filters{count > 0 && `: ${count}`}
      </button>
      <div className="rv-chips">
        <FilterChips job={job} head={head} blind={blind} filter={address.filter} onFilter={ask} />
      </div>
      {isFiltered(address) && (
        <button className="link" type="button" onClick={() => ask({})}>
          Clear filters
        </button>
      )}
      <div className="rv-right">
        <ViewsChip job={job} address={address} views={head?.views ?? []} onViews={onViews} />
        <div className="rv-chips">
          <ColumnsChip columns={columns} blind={blind} onColumns={onColumns} />
        </div>
        {me.rights.includes('applications.export') && (
          <Link className="link tap" to={paths.staffExports(job, filterOf(address))}>
            Export
          </Link>
        )}
      </div>
      {filters && (
        <FilterDialog
          job={job}
          head={head}
          blind={blind}
          address={address}
          go={go}
          onClose={() => setFilters(false)}
        />
      )}
    </div>
  )
}

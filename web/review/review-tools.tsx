import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Form, Link } from 'react-router'
import { paths } from '../paths.ts'
import { useMe } from '../staff-ui/shell.tsx'
import { type Address, FIRST_PAGE, type Filter, filterOf, FILTERS, isFiltered } from './address.ts'
import { ColumnsChip } from './columns-chip.tsx'
import type { ColumnName } from './columns.tsx'
import { FilterChips, TYPING_MS } from './filter-chips.tsx'
import { FilterDialog } from './filter-dialog.tsx'
import type { Head } from './filter-groups.ts'
import type { Go } from './use-address.ts'
import { ViewsChip } from './views-chip.tsx'

export const SEARCH = 'search-applications'

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

type SearchProps = {
  address: Address
  blind: boolean
  onSearch: (words: string, how?: { replace?: boolean }) => void
}

/** With fewer characters, a search needs Enter, because too many names begin with them. */
const LETTERS = 3

function Search({ address, blind, onSearch }: SearchProps) {
  const asked = address.filter.search ?? ''
  const [typed, setTyped] = useState(asked)
  const [from, setFrom] = useState(asked)
  // Another address has another search. The field stays the same element, and keeps the focus.
  if (from !== asked) {
    setFrom(asked)
    setTyped(asked)
  }
  const send = (how?: { replace?: boolean }) => {
    // This search is not another address: characters typed meanwhile stay.
    setFrom(typed.trim())
    onSearch(typed.trim(), how)
  }
  const latest = useRef(send)
  useLayoutEffect(() => {
    latest.current = send
  })
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === asked || (wanted !== '' && wanted.length < LETTERS)) return
    const timer = setTimeout(() => latest.current({ replace: asked !== '' }), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, asked])
  const words = blind ? 'Reference' : 'Name, ID or reference'
  return (
    <Form
      role="search"
      className="rv-search"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <label className="vh" htmlFor={SEARCH}>
        {words}
      </label>
      <input
        className="in"
        id={SEARCH}
        name="search"
        type="search"
        maxLength={100}
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        placeholder={`${words}  /`}
        title={
          blind
            ? 'While identities are hidden, names and identity numbers find only applications whose list has taken effect'
            : undefined
        }
      />
    </Form>
  )
}

/** The controls of the table: the search, the conditions, the views and the columns. */
export function ReviewTools({ job, head, address, go, blind, columns, onColumns, onViews }: Props) {
  const me = useMe()
  const [filters, setFilters] = useState(false)
  const ask = (filter: Filter, how?: { replace?: boolean }) => go({ filter, ...FIRST_PAGE }, how)
  const made = FILTERS.filter((name) => name !== 'search' && address.filter[name]).length
  return (
    <div className="rv-tools">
      <Search
        address={address}
        blind={blind}
        onSearch={(words, how) => ask({ ...address.filter, search: words || undefined }, how)}
      />
      <button
        className={made > 0 ? 'rv-small rv-chip-b on' : 'rv-small rv-chip-b'}
        type="button"
        onClick={() => setFilters(true)}
      >
        Filters{made > 0 && `: ${made}`}
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

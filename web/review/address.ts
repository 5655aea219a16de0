import type { Sort, WrittenFilter } from '#contract/review/filter.ts'

/** Every condition, in display order. */
export const FILTERS = [
  'stage',
  'unread',
  'share',
  'county',
  'constituency',
  'ward',
  'place',
  'level',
  'year',
  'experience',
  'documents',
  'flags',
  'gender',
  'pwd',
  'age',
  'list',
  'search',
] as const satisfies (keyof WrittenFilter)[]
export type FilterName = (typeof FILTERS)[number]
/** The filter as it is in the address; a condition that is not set is absent. */
export type Filter = Partial<Record<FilterName, string>>

export const SORT_NAMES = [
  'sent',
  'level',
  'experience',
  'year',
  'age',
  'gender',
  'pwd',
  'county',
  'constituency',
  'ward',
  'documents',
  'flags',
  'stage',
] as const satisfies Sort[]

/** All that another officer needs to see the same. */
export type Address = {
  filter: Filter
  sort?: Sort | undefined
  down: boolean
  after?: string | undefined
  before?: string | undefined
  /** Counted along with the cursor, for the words '51–100'. */
  page: number
  /** The application that is open. */
  open?: number | undefined
  /** Names of columns with commas between them. */
  columns?: string | undefined
}

export const FIRST_PAGE = { after: undefined, before: undefined, page: 1 } as const

const whole = (written: string | null) => (written && /^\d{1,9}$/.test(written) ? Number(written) : undefined)

export function readAddress(query: URLSearchParams): Address {
  const filter: Filter = {}
  for (const name of FILTERS) {
    const written = query.get(name)?.trim()
    if (written) filter[name] = written
  }
  return {
    filter,
    sort: SORT_NAMES.find((name) => name === query.get('sort')),
    down: query.get('down') === '1',
    after: query.get('after') ?? undefined,
    before: query.get('before') ?? undefined,
    page: whole(query.get('page')) || 1,
    open: whole(query.get('open')),
    columns: query.get('columns') ?? undefined,
  }
}

export function writeAddress({
  filter,
  sort,
  down,
  after,
  before,
  page,
  open,
  columns,
}: Address): URLSearchParams {
  const written: [string, string | undefined][] = [
    ...FILTERS.map((name): [string, string | undefined] => [name, filter[name]]),
    ['sort', sort],
    ['down', down ? '1' : undefined],
    ['columns', columns],
    ['after', after],
    ['before', before],
    ['page', page > 1 ? String(page) : undefined],
    ['open', open === undefined ? undefined : String(open)],
  ]
  return new URLSearchParams(written.filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** What the call for a page of rows takes from the address. */
export const rowsQuery = ({ filter, sort, down, after, before }: Address) => ({
  ...filter,
  sort,
  down: down ? ('1' as const) : undefined,
  after,
  before,
})

/** The page of rows that an address names. */
export const rowsKey = (query: URLSearchParams) => JSON.stringify(rowsQuery(readAddress(query)))

/** Whether the same address is loaded again, after an action or an error. */
export const isReload = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

/** What a saved view stores: conditions, order and columns, not the position in the table. */
export const viewOf = (address: Address) =>
  writeAddress({ ...address, ...FIRST_PAGE, open: undefined }).toString()

/** Only the conditions, for an export. */
export const filterOf = ({ filter }: Address) =>
  writeAddress({ filter, down: false, ...FIRST_PAGE }).toString()

export const isFiltered = ({ filter }: Address) => FILTERS.some((name) => filter[name])

/** `7,12` as values. */
export const listed = (written: string | undefined) => (written ? written.split(',') : [])

/** `21-35`, `21-`, `-35` or `21` as its two ends. */
export function endsOf(written = ''): { from: string; to: string } {
  if (!written.includes('-')) return { from: written, to: written }
  const [from = '', to = ''] = written.split('-')
  return { from, to }
}
export const rangeOf = ({ from, to }: { from: string; to: string }) => {
  if (!from && !to) return undefined
  return from === to ? from : `${from}-${to}`
}

/**
 * The positions of a page's rows among all. A page without one before it starts at 1, and the last one ends
 * at the count.
 */
export function standing({ page, size, rows, count, first, last }: Standing): { from: number; to: number } {
  if (rows === 0) return { from: 0, to: 0 }
  const later = last ? count - rows + 1 : (page - 1) * size + 1
  const from = first ? 1 : later
  return { from: Math.max(1, from), to: Math.min(count, Math.max(1, from) + rows - 1) }
}
type Standing = { page: number; size: number; rows: number; count: number; first: boolean; last: boolean }

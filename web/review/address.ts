import type { Sort, WrittenFilter } from '#contract/review/filter.ts'

/**
 * Every condition of the table of applications, in display order. `share`: the applications shared out to
 * this officer. `place`: the area applied for. `level` and `year`: the highest qualification. `pwd`: whether
 * the person lives with a disability. `list`: the decision list that the application is on.
 */
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
/** The filter as it is in the address. A condition that is not set is absent. */
export type Filter = Partial<Record<FilterName, string>>

/** The columns by which the table can be sorted. If the address names none, it is sorted by `sent`. */
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

/** The table's state that is in the address, so that the link shows another officer the same table. */
export type Address = {
  filter: Filter
  sort?: Sort | undefined
  descending: boolean
  /** A key from the server, for the rows after this page's rows or before them. */
  after?: string | undefined
  before?: string | undefined
  /** The page's number, only for words such as '51–100'. The server finds rows by `after` or `before`. */
  page: number
  /** The application that is open. */
  openId?: number | undefined
  /** The shown columns of the table: their names, with commas between them. */
  columns?: string | undefined
}

export const FIRST_PAGE = { after: undefined, before: undefined, page: 1 } as const

/** At most nine digits, as in the server's filter. Other text is ignored. */
const parseWholeNumber = (text: string | null) => (text && /^\d{1,9}$/.test(text) ? Number(text) : undefined)

export function readAddress(query: URLSearchParams): Address {
  const filter: Filter = {}
  for (const name of FILTERS) {
    const value = query.get(name)?.trim()
    if (value) filter[name] = value
  }
  return {
    filter,
    sort: SORT_NAMES.find((name) => name === query.get('sort')),
    descending: query.get('down') === '1',
    after: query.get('after') ?? undefined,
    before: query.get('before') ?? undefined,
    // Pages are numbered from 1, so 0 is not a page.
    page: parseWholeNumber(query.get('page')) || 1,
    openId: parseWholeNumber(query.get('open')),
    columns: query.get('columns') ?? undefined,
  }
}

export function writeAddress({
  filter,
  sort,
  descending,
  after,
  before,
  page,
  openId,
  columns,
}: Address): URLSearchParams {
  const entries: [string, string | undefined][] = [
    ...FILTERS.map((name): [string, string | undefined] => [name, filter[name]]),
    ['sort', sort],
    ['down', descending ? '1' : undefined],
    ['columns', columns],
    ['after', after],
    ['before', before],
    ['page', page > 1 ? String(page) : undefined],
    ['open', openId === undefined ? undefined : String(openId)],
  ]
  return new URLSearchParams(entries.filter((entry): entry is [string, string] => Boolean(entry[1])))
}

/** The query of the call that loads the rows for an address. `down`: the order is reversed. */
export const rowsQuery = ({ filter, sort, descending, after, before }: Address) => ({
  ...filter,
  sort,
  down: descending ? ('1' as const) : undefined,
  after,
  before,
})

/** A key for a page of rows. Two addresses with the same key show the same rows. */
export const rowsKey = (query: URLSearchParams) => JSON.stringify(rowsQuery(readAddress(query)))

/**
 * Whether an address loads everything: the page of another job, or the same address again, for example after
 * an action or an error.
 */
export const isReload = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

/** What a saved view stores: conditions, order and columns, not the position in the table. */
export const savedViewQuery = (address: Address) =>
  writeAddress({ ...address, ...FIRST_PAGE, openId: undefined }).toString()

/** The filter as a part of another page's address. */
export const filterParams = (filter: Filter) => writeAddress({ filter, descending: false, ...FIRST_PAGE })

export const isFiltered = ({ filter }: Address) => FILTERS.some((name) => filter[name])

/** The values in a text such as `7,12`. */
export const splitValues = (text: string | undefined) => (text ? text.split(',') : [])

/** The two ends of a range such as `21-35`, `21-`, `-35` or `21`. An open end is ''. */
export function parseRange(text = ''): { from: string; to: string } {
  if (!text.includes('-')) return { from: text, to: text }
  const [from = '', to = ''] = text.split('-')
  return { from, to }
}
/** Writes the range with these ends, so that `parseRange` can read it. Undefined if both ends are open. */
export const writeRange = ({ from, to }: { from: string; to: string }) => {
  if (!from && !to) return undefined
  return from === to ? from : `${from}-${to}`
}

type PageOfRows = {
  page: number
  pageSize: number
  /** How many rows this page has. */
  rowCount: number
  /** How many applications match on all pages. */
  count: number
  isFirst: boolean
  isLast: boolean
}

/**
 * The positions of a page's rows among all matches, from 1. The first page starts at 1, and the last page
 * ends at the count. The page number of the address only counts steps, so it is wrong once matches come or
 * go.
 */
export function rowPositions({ page, pageSize, rowCount, count, isFirst, isLast }: PageOfRows): {
  from: number
  to: number
} {
  if (rowCount === 0) return { from: 0, to: 0 }
  const start = isLast ? count - rowCount + 1 : (page - 1) * pageSize + 1
  const from = isFirst ? 1 : Math.max(1, start)
  return { from, to: Math.min(count, from + rowCount - 1) }
}

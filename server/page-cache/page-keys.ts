import type { ServerBuild } from 'react-router'
import { SORTS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'

/** The values that filters of the list of jobs may have, and how many jobs the list has. */
export type FilterValues = {
  types: ReadonlySet<string>
  categories: ReadonlySet<string>
  locations: ReadonlySet<string>
  /** The number of open jobs. */
  open: number
  /** The number of all public jobs, open and expired. */
  all: number
}

/**
 * The key and the shelf of a cached page. `plain`: one of few pages, with at most one filter. `details`: one
 * of many similar pages, such as a job's, which may not exist. `rare`: several filters at once. Each shelf
 * has its own limit, so its pages push out none of another shelf.
 */
export type PageKey = { key: string; shelf: 'plain' | 'details' | 'rare' }

/** In a key, replaces any value that the page does not use, and any job type that does not exist. */
const NO_VALUE = '-'

/**
 * Gives a filter's value as written in the key: '' without effect; undefined for free text, which has no key.
 */
type Rule = (value: string, filterValues: FilterValues, query: URLSearchParams) => string | undefined

const oneOf = (values: ReadonlySet<string>, value: string) =>
  value === '' || values.has(value) ? value : undefined
const pageNumber = (value: string, jobs: number) => {
  // The first page has no number in its key. A number that is too high leads to the last page.
  const number = Number(value)
  const shownPage = Math.min(number, Math.ceil(jobs / JOBS.pageSize))
  return Number.isInteger(number) && shownPage > 1 ? String(shownPage) : ''
}

// The parameters are in the order of the list's own links. An address in this order is answered before the
// framework runs.
const LIST_RULES: Record<string, Rule> = {
  search: (value) => (value.trim() === '' ? '' : undefined),
  // The list finds a job type only by its exact name. So all unknown names give the same empty list (S1 §5).
  job_type: (value, { types }) => oneOf(types, value.trim()) ?? NO_VALUE,
  location: (value, { locations }) => oneOf(locations, value.trim()),
  // A value that is no category is searched as free text in titles and departments (J6).
  category: (value, { categories }) => oneOf(categories, value.trim()),
  sort: (value) => (Object.hasOwn(SORTS, value) ? value : ''),
  include_expired: (value) => (value === '1' ? '1' : ''),
  page: (value, { open, all }, query) => pageNumber(value, query.get('include_expired') === '1' ? all : open),
}

/** For each page, the query parameters that the server reads. The key leaves out all others. */
const RULES_BY_PATH: Record<string, Record<string, Rule>> = {
  '/': { page: (value, { open }) => pageNumber(value, open) },
  '/jobs': LIST_RULES,
  '/register': { part: (value) => (/^[1-4]$/.test(value) ? value : undefined) },
}

/** An id, a name or a token; a signed token is a content, a dot and a signature of 43 characters. */
const SEGMENT = /^[\w-]{1,200}(?:\.[\w-]{43})?$/

/**
 * The address of a page; `:name` is a part that varies. `loads` says that the server reads data for the page.
 */
type Pattern = { id: string; path: string; loads: boolean }
type Routes = ServerBuild['routes']

/**
 * The addresses of all pages of the build, without the not-found page (`*`). An optional last part gives two
 * addresses: `/verify-email/:token?` gives `/verify-email/:token` and `/verify-email`.
 */
const patternsOf = (routes: Routes): Pattern[] => {
  const allRoutes = Object.values(routes).filter((route) => route !== undefined)
  // A route that contains other routes is only a frame for pages, not a page.
  const parents = new Set(allRoutes.map(({ parentId }) => parentId))
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [pathOf(route.parentId), route.path].filter(Boolean).join('/') : ''
  }
  return allRoutes
    .filter(({ id, path }) => !parents.has(id) && path !== '*')
    .flatMap(({ id, module }) => {
      const path = `/${pathOf(id)}`
      const pattern = { id, loads: module.loader !== undefined }
      return path.endsWith('?')
        ? [path.slice(0, -1), path.slice(0, path.lastIndexOf('/'))].map((entry) => ({
            ...pattern,
            path: entry,
          }))
        : { ...pattern, path }
    })
}

/** The page to which an address leads, and the address as written in the key. */
type FoundPage = { pattern: Pattern; path: string; shelf: 'plain' | 'details' }

/** Returns a function that finds the page to which an address leads. */
function pageFinder(routes: Routes): (path: string) => FoundPage | undefined {
  const patterns = patternsOf(routes)
  const withoutParameters = patterns.filter(({ path }) => !path.includes(':'))
  const patternByPath = new Map(withoutParameters.map((pattern) => [pattern.path, pattern]))
  const withParameters = patterns
    .filter(({ path }) => path.includes(':'))
    .map((pattern) => ({ ...pattern, segments: pattern.path.split('/') }))
  const matches = (patternSegments: string[], segments: string[]) =>
    patternSegments.length === segments.length &&
    patternSegments.every((segment, index) =>
      segment.startsWith(':') ? SEGMENT.test(segments[index] ?? '') : segment === segments[index],
    )

  return (path) => {
    const exact = patternByPath.get(path)
    if (exact) return { pattern: exact, path, shelf: 'plain' }
    const segments = path.split('/')
    const pattern = withParameters.find((entry) => matches(entry.segments, segments))
    if (!pattern) return undefined
    if (pattern.loads) return { pattern, path, shelf: 'details' }
    // This page loads no data, so the server renders the same page for all such addresses.
    const samePath = pattern.segments
      .map((segment) => (segment.startsWith(':') ? NO_VALUE : segment))
      .join('/')
    return { pattern, path: samePath, shelf: 'plain' }
  }
}

/** The query parameters that change the page, as written in its key. Undefined when the page has no key. */
async function keyParameters(
  path: string,
  query: URLSearchParams,
  getFilterValues: () => Promise<FilterValues | undefined>,
): Promise<URLSearchParams | undefined> {
  const parameters = new URLSearchParams()
  const rules = RULES_BY_PATH[path] ?? {}
  const used = Object.entries(rules).filter(([name]) => query.get(name))
  if (used.length === 0) return parameters
  const filterValues = await getFilterValues()
  if (!filterValues) return undefined
  for (const [name, rule] of used) {
    const value = rule(query.get(name) ?? '', filterValues, query)
    if (value === undefined) return undefined
    if (value) parameters.set(name, value)
  }
  return parameters
}

/** A page's data has the address of the page with this ending. `/_.data` is the data of `/`. */
const DATA_ENDING = '.data'
const pageOfData = (address: string) =>
  address.replace(/\/_\.data$|\.data$/, (ending) => (ending === '/_.data' ? '/' : ''))
const dataOfPage = (path: string) => `${path === '/' ? '/_' : path}${DATA_ENDING}`

/**
 * Returns a function that gives the key under which a page is cached. A page has a key if it is the same for
 * everyone and there are few similar pages. Invented values never enter a key: values without effect are left
 * out, and with free text there is no key. `getFilterValues` is called only when an address has filters.
 */
export function pageKeys(routes: Routes) {
  const findPage = pageFinder(routes)
  return async (
    address: string,
    query: URLSearchParams,
    getFilterValues: () => Promise<FilterValues | undefined>,
  ): Promise<PageKey | undefined> => {
    const isData = address.endsWith(DATA_ENDING)
    const found = findPage(isData ? pageOfData(address) : address)
    if (!found) return undefined
    const parameters = await keyParameters(found.path, query, getFilterValues)
    if (!parameters) return undefined
    const shelf = parameters.size > 1 ? 'rare' : found.shelf
    // A browser normally requests the data of the page alone. Data for any other choice of routes is not
    // cached.
    const requestedRoutes = isData ? query.get('_routes') : null
    if (requestedRoutes !== null && requestedRoutes !== found.pattern.id) return undefined
    if (requestedRoutes !== null) parameters.set('_routes', requestedRoutes)
    const path = isData ? dataOfPage(found.path) : found.path
    return { key: parameters.size > 0 ? `${path}?${parameters.toString()}` : path, shelf }
  }
}

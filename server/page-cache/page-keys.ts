import type { ServerBuild } from 'react-router'
import { type Sort, SORTS } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'

/** The values that the list's filters can name, and how many jobs it can page through. */
export type KnownJobs = {
  types: ReadonlySet<string>
  categories: ReadonlySet<string>
  locations: ReadonlySet<string>
  open: number
  all: number
}

/**
 * Where a page is cached. `plain`: a page with at most one filter, of which there are few. `details`: one of
 * many similar pages, such as a job's, which may not exist. `rare`: several filters at once. Each shelf has
 * its own limit, so none pushes out the others.
 */
export type PageKey = { key: string; shelf: 'plain' | 'details' | 'rare' }

/** Replaces every value that a page without a loader never sees, and every job type that does not exist. */
const NONE = '-'

/** A filter's value as written in the key. Empty: no effect. Undefined: free text, which has no key. */
type Rule = (value: string, known: KnownJobs, query: URLSearchParams) => string | undefined

const oneOf = (values: ReadonlySet<string>, value: string) =>
  value === '' || values.has(value) ? value : undefined
const pageNumber = (value: string, jobs: number) => {
  const number = Number(value)
  const last = Math.ceil(jobs / JOBS.pageSize)
  return Number.isInteger(number) && Math.min(number, last) > 1 ? String(Math.min(number, last)) : ''
}

// In the order of the list's own links: an address spelled so is answered before the framework runs.
const LIST: Record<string, Rule> = {
  search: (value) => (value.trim() === '' ? '' : undefined),
  // S1 §5: only the exact name of a type matches, so all unknown names find the same empty list.
  job_type: (value, { types }) => oneOf(types, value.trim()) ?? NONE,
  location: (value, { locations }) => oneOf(locations, value.trim()),
  // J6: a value that is no category is searched in titles and departments.
  category: (value, { categories }) => oneOf(categories, value.trim()),
  sort: (value) => (Object.hasOwn(SORTS, value) ? (value as Sort) : ''),
  include_expired: (value) => (value === '1' ? '1' : ''),
  page: (value, { open, all }, query) => pageNumber(value, query.get('include_expired') === '1' ? all : open),
}

/**
 * The query parameters each page reads on the server. Any other parameter changes nothing and is left out.
 */
const READS: Record<string, Record<string, Rule>> = {
  '/': { page: (value, { open }) => pageNumber(value, open) },
  '/jobs': LIST,
  '/register': { part: (value) => (/^[1-4]$/.test(value) ? value : undefined) },
}

const SEGMENT = /^[\w-]{1,200}$/

type Pattern = { id: string; path: string; loads: boolean }
type Routes = ServerBuild['routes']

/** Every page of the build by its address, without `*`; an optional last part makes two patterns. */
const patternsOf = (routes: Routes): Pattern[] => {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const parents = new Set(all.map(({ parentId }) => parentId))
  const pathOf = (id: string | undefined): string => {
    const route = id === undefined ? undefined : routes[id]
    return route ? [pathOf(route.parentId), route.path].filter(Boolean).join('/') : ''
  }
  return all
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

/**
 * The key under which a page is cached, if it is the same for everyone and there are only a few like it.
 * Invented values never enter a key:
 * values without effect are left out, and free text has none. `known` is called only when filters are used.
 */
export function pageKeys(routes: Routes) {
  const patterns = patternsOf(routes)
  const plain = new Map(
    patterns.filter(({ path }) => !path.includes(':')).map((pattern) => [pattern.path, pattern]),
  )
  const open = patterns
    .filter(({ path }) => path.includes(':'))
    .map((pattern) => ({ ...pattern, parts: pattern.path.split('/') }))

  const find = (path: string) => {
    const exact = plain.get(path)
    if (exact) return { pattern: exact, path, shelf: 'plain' as const }
    const parts = path.split('/')
    const pattern = open.find(
      (entry) =>
        entry.parts.length === parts.length &&
        entry.parts.every((part, index) =>
          part.startsWith(':') ? SEGMENT.test(parts[index] ?? '') : part === parts[index],
        ),
    )
    if (!pattern) return undefined
    // Without a loader the server renders the same page for every such address.
    if (!pattern.loads)
      return {
        pattern,
        path: pattern.parts.map((part) => (part.startsWith(':') ? NONE : part)).join('/'),
        shelf: 'plain' as const,
      }
    return { pattern, path, shelf: 'details' as const }
  }

  return async (
    address: string,
    query: URLSearchParams,
    known: () => Promise<KnownJobs | undefined>,
  ): Promise<PageKey | undefined> => {
    const data = address.endsWith('.data')
    const found = find(
      data ? address.replace(/\/_\.data$|\.data$/, (end) => (end === '/_.data' ? '/' : '')) : address,
    )
    if (!found) return undefined
    const params = new URLSearchParams()
    const reads = READS[found.path] ?? {}
    const named = Object.keys(reads).filter((name) => query.get(name))
    if (named.length > 0) {
      const jobs = await known()
      if (!jobs) return undefined
      for (const name of named) {
        const value = reads[name]?.(query.get(name) ?? '', jobs, query)
        if (value === undefined) return undefined
        if (value) params.set(name, value)
      }
    }
    const shelf = params.size > 1 ? 'rare' : found.shelf
    // The browser requests only the data of the page itself; any other choice of loaders is not cached.
    const loaders = data ? query.get('_routes') : null
    if (loaders !== null && loaders !== found.pattern.id) return undefined
    if (loaders !== null) params.set('_routes', loaders)
    const path = data ? `${found.path === '/' ? '/_' : found.path}.data` : found.path
    return { key: params.size > 0 ? `${path}?${params.toString()}` : path, shelf }
  }
}

import { type Sort, SORTS } from '#contract/jobs/words.ts'
import { paths } from '../paths.ts'
import { withQuery } from '../with-query.ts'

/**
 * The filters as the address names them; '' for one that is not set. `closing` is the default order, so the
 * address never names it.
 */
export type JobFilters = Record<
  'search' | 'job_type' | 'location' | 'category' | 'include_expired',
  string
> & {
  sort: Exclude<Sort, 'closing'> | ''
}

const isSort = (sort: string): sort is Sort => Object.hasOwn(SORTS, sort)

/** Reads the filters from the query of an address. */
export const filtersFrom = (search: URLSearchParams): JobFilters => {
  const read = (name: keyof JobFilters) => search.get(name) ?? ''
  const sort = read('sort')
  return {
    search: read('search'),
    job_type: read('job_type'),
    location: read('location'),
    category: read('category'),
    // An order that does not exist is ignored. The list of jobs ignores it too.
    sort: isSort(sort) && sort !== 'closing' ? sort : '',
    include_expired: read('include_expired') === '1' ? '1' : '',
  }
}

/** The address of the list of jobs with these filters, at this page. */
export const listAddress = (filters: JobFilters, page = 1) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  if (page > 1) query.set('page', String(page))
  return withQuery(paths.jobs, query)
}

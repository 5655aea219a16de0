import { type Sort, SORTS } from '#contract/jobs/words.ts'
import { paths } from '../paths.ts'

/**
 * The filters as the address has them; '' where one is not set. The default order stays out of the address.
 */
export type JobFilters = Record<
  'search' | 'job_type' | 'location' | 'category' | 'include_expired',
  string
> & {
  sort: Exclude<Sort, 'closing'> | ''
}

const isSort = (sort: string): sort is Sort => Object.hasOwn(SORTS, sort)

export const filtersFrom = (search: URLSearchParams): JobFilters => {
  const read = (name: keyof JobFilters) => search.get(name) ?? ''
  const sort = read('sort')
  return {
    search: read('search'),
    job_type: read('job_type'),
    location: read('location'),
    category: read('category'),
    // Ignore an unknown order, as the list does.
    sort: isSort(sort) && sort !== 'closing' ? sort : '',
    include_expired: read('include_expired') === '1' ? '1' : '',
  }
}

/** The address of the list with these filters, on this page. */
export const listAddress = (filters: JobFilters, page = 1) => {
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${paths.jobs}?${query}` : paths.jobs
}

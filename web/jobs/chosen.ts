import { SORTS } from '#contract/jobs/words.ts'
import { paths } from '../paths.ts'

const FILTERS = ['search', 'job_type', 'location', 'category', 'sort', 'include_expired'] as const

export type Chosen = Record<(typeof FILTERS)[number], string>
export const chosenIn = (search: URLSearchParams): Chosen => {
  const chosen = Object.fromEntries(FILTERS.map((name) => [name, search.get(name) ?? ''])) as Chosen
  // Ignore an unknown order, as the list does. The default order stays out of the address.
  return {
    ...chosen,
    sort: Object.hasOwn(SORTS, chosen.sort) && chosen.sort !== 'closing' ? chosen.sort : '',
    include_expired: chosen.include_expired === '1' ? '1' : '',
  }
}

/** The address of the list with these filters, on this page. */
export const address = (chosen: Chosen, page = 1) => {
  const query = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value))
  if (page > 1) query.set('page', String(page))
  return query.size > 0 ? `${paths.jobs}?${query}` : paths.jobs
}

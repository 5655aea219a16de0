import { staffPaths } from '../staff-paths.ts'

/** The filters of the log as they are in the address. `about` is the id of an applicant. */
export const FILTERS = ['person', 'kind', 'job', 'about', 'application', 'from', 'to'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export function filtersIn(query: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of FILTERS) {
    const value = query.get(name)?.trim()
    if (value) filters[name] = value
  }
  return filters
}

export const logAddress = (filters: Record<string, string | number | undefined>): string => {
  const search = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
  return search.size > 0 ? `${staffPaths.auditLog}?${search}` : staffPaths.auditLog
}

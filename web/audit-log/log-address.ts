import { paths } from '../paths.ts'

/** The filters of the log as they are in the address. */
export const FILTERS = ['person', 'kind', 'job', 'about', 'application', 'from', 'to'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export const filtersIn = (query: URLSearchParams): Filters =>
  Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name)?.trim() ? [[name, query.get(name)?.trim() ?? '']] : [])),
  )

export const logAddress = (filters: Record<string, string | number | undefined>): string => {
  const search = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
  return search.size > 0 ? `${paths.staffAuditLog}?${search}` : paths.staffAuditLog
}

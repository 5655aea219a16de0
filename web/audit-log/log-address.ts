import { staffPaths } from '../staff-paths.ts'
import { withQuery } from '../with-query.ts'

/**
 * The filters of the log as they are in the address. `person`: the number of the officer who acted. `about`:
 * the number of an applicant whose account the entries name. `seen`: the number or reference number of an
 * applicant whose data an officer saw. `job` and `application` are numbers too. `momentOf` writes `from` and
 * `to`.
 */
export const FILTERS = ['person', 'kind', 'job', 'seen', 'about', 'application', 'from', 'to'] as const
export type Filters = Partial<Record<(typeof FILTERS)[number], string>>

export function filtersIn(query: URLSearchParams): Filters {
  const filters: Filters = {}
  for (const name of FILTERS) {
    const value = query.get(name)?.trim()
    if (value) filters[name] = value
  }
  return filters
}

/** Joins a day and an optional time: `2026-11-24T17:00`. A day alone means the whole day. */
export const momentOf = (day: string, time: string) => (day && time ? `${day}T${time}` : day)

/** The address of the log with these filters. Empty ones are left out. */
export const logAddress = (filters: Record<string, string | number | undefined>): string => {
  const search = new URLSearchParams(
    Object.entries(filters).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [[name, String(value)]],
    ),
  )
  return withQuery(staffPaths.auditLog, search)
}

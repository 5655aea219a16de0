import type { ApplicationFilter, Range } from '#contract/review/filter.ts'

const asWritten = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(',')
  if (typeof value === 'string') return value
  const { from, to } = (value ?? {}) as Range
  return from === undefined && to === undefined ? '' : `${from ?? ''}-${to ?? ''}`
}

/**
 * A filter in the form of a web address, for storing. The search text becomes `…`, because it may be a name
 * or an identity number. `all` when it has no condition.
 */
export const storedFilter = (filter: ApplicationFilter): string => {
  const parts = Object.entries(filter).flatMap(([name, value]) => {
    const written = name === 'search' && value ? '…' : asWritten(value)
    return written ? [`${name}=${written}`] : []
  })
  return parts.join('&') || 'all'
}

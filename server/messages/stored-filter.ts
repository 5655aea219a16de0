import type { ApplicationFilter, Range } from '#contract/review/filter.ts'

/**
 * A filter's value as in a URL's query: a text, a list with commas, or a range such as `2-5`, `2-` or `-5`.
 */
const textOf = (value: string | Range | readonly (string | number)[]): string => {
  if (typeof value === 'string') return value
  // A list has a length, a range does not.
  if ('length' in value) return value.join(',')
  const { from, to } = value
  return from === undefined && to === undefined ? '' : `${from ?? ''}-${to ?? ''}`
}

/**
 * A filter as the query of a URL, which is stored with a message. The search text is replaced by `…`, because
 * it may be a name or an identity number. A filter without conditions is stored as `all`.
 */
export const storedFilter = (filter: ApplicationFilter): string => {
  const conditions = Object.entries(filter).flatMap(([name, value]) => {
    const text = name === 'search' && value ? '…' : textOf(value)
    return text ? [`${name}=${text}`] : []
  })
  return conditions.join('&') || 'all'
}

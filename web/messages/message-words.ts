import { t } from '@lingui/core/macro'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { type Filter, FILTERS } from '../review/address.ts'
import { GROUPS, type JobOverview, groupWords } from '../review/filter-groups.ts'

/**
 * The conditions of a filter in the same words as its chips; empty if there are none. `overview` has the
 * names of places and choices.
 */
const filterWords = (filter: Filter, overview: JobOverview | undefined): string =>
  [
    ...GROUPS.flatMap((group) => {
      const words = groupWords(group, filter, overview)
      return words ? [`${group.words}: ${words}`] : []
    }),
    ...(filter.search ? [t`Search: ${filter.search}`] : []),
  ].join('; ')

/**
 * Reads a filter that was stored with a message: the query of an address, with one part for each condition. A
 * filter without conditions is stored as `all`, which is no condition's name, so the result is empty.
 */
export const parseSavedFilter = (saved: string): Filter => {
  const query = new URLSearchParams(saved)
  return Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
  )
}

/** The recipients of a message, in words. */
export const recipientWords = (
  { filter }: Pick<OfficersMessage, 'filter'>,
  overview: JobOverview | undefined,
) =>
  filter === null
    ? t`chosen one by one`
    : filterWords(parseSavedFilter(filter), overview) || t`everyone who applied`

import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import type { Filter } from '../review/address.ts'
import { FILTERS } from '../review/address.ts'
import { GROUPS, type Head, sayGroup } from '../review/filter-groups.ts'

/** The conditions of a filter in the words of the chips; empty without conditions. */
export const sayFilter = (filter: Filter, head: Head | undefined): string =>
  [
    ...GROUPS.flatMap((group) => {
      const said = sayGroup(group, filter, head)
      return said ? [`${group.words}: ${said}`] : []
    }),
    ...(filter.search ? [`Search: ${filter.search}`] : []),
  ].join('; ')

/** A filter as it was stored with a message. */
export const readSaved = (kept: string): Filter => {
  const query = new URLSearchParams(kept)
  return Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
  )
}

/** The recipients of a message, in words. */
export const toWhom = ({ filter }: Pick<OfficersMessage, 'filter'>, head: Head | undefined) =>
  filter === null ? 'chosen one by one' : sayFilter(readSaved(filter), head) || 'everyone who applied'

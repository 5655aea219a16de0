import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import type { Filter } from '../review/address.ts'
import { FILTERS } from '../review/address.ts'
import { GROUPS, type Head, sayGroup } from '../review/filter-groups.ts'

/** The conditions of a filter in the words of the chips; empty without conditions. */
export const sayFilter = (filter: Filter, head: Head | undefined): string =>
  [
    ...GROUPS.flatMap((group) => {
      const words = sayGroup(group, filter, head)
      return words ? [`${group.words}: ${words}`] : []
    }),
    ...(filter.search ? [`Search: ${filter.search}`] : []),
  ].join('; ')

/** A filter as it was stored with a message. */
export const readSaved = (saved: string): Filter => {
  const query = new URLSearchParams(saved)
  return Object.fromEntries(
    FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])),
  )
}

/** A filter as it is in an address. */
export const filterQuery = (filter: Filter) =>
  new URLSearchParams(Object.entries(filter).filter((entry): entry is [string, string] => Boolean(entry[1])))

/** The recipients of a message, in words. */
export const toWhom = ({ filter }: Pick<OfficersMessage, 'filter'>, head: Head | undefined) =>
  filter === null ? 'chosen one by one' : sayFilter(readSaved(filter), head) || 'everyone who applied'

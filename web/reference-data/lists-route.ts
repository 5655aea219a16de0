import { call } from '../api.ts'
import { loaded } from '../loaded.ts'

// The route around the page of reference data. It loads all lists once, whichever tab is open.

export const clientLoader = async () => ({ lists: await loaded(call('GET /api/staff/reference-data/')) })

/**
 * Loads the lists again only if the address stays the same, as after a change of a list. Opening another tab
 * changes no list, and each load is an entry of the audit log.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

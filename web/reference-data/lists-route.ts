import { call } from '../api.ts'
import { loaded } from '../loaded.ts'

// The route around the page of reference data. It loads all lists once, whichever tab is open.

export const clientLoader = async () => ({ lists: await loaded(call('GET /api/staff/reference-data/')) })

/**
 * Loads the lists again after an officer has changed one: then the address stays the same. A way to another
 * tab changes no list, and each load is an entry of the audit log.
 */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

import { call } from '../api.ts'
import { loaded } from '../loaded.ts'

// The route around the page of reference data. It loads all lists once, whichever tab is open.

export const clientLoader = async () => ({ lists: await loaded(call('GET /api/staff/reference-data/')) })

/** Another tab, county or constituency changes no list; the log has one entry for each time they are read. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

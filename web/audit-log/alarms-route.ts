import { call } from '../api.ts'
import { loaded } from '../loaded.ts'

/**
 * Loads the alarms and the last check of the log. They have a route around that of the entries, because no
 * filter of the entries changes them.
 */
export const clientLoader = async () => {
  const [alarms, check] = await Promise.all([
    loaded(call('GET /api/staff/alarms/')),
    loaded(call('GET /api/staff/log/check/')),
  ])
  return { alarms, check }
}

/** A reload keeps the query of the address, so it loads again. A change of filters changes the query. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

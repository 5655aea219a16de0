import { call } from '../api.ts'
import { loaded } from '../loaded.ts'

/** The route around the audit log. It loads what no filter changes: the alarms and the last check. */
export const clientLoader = async () => {
  const [alarms, check] = await Promise.all([
    loaded(call('GET /api/staff/alarms/')),
    loaded(call('GET /api/staff/log/check/')),
  ])
  return { alarms, check }
}

/** Loads again only for the same query, as in a reload. Another query is a change of filters. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

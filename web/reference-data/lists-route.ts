import { call } from '../api.ts'
import { loaded } from '../loaded.ts'

export const clientLoader = async () => ({ lists: await loaded(call('GET /api/staff/reference-data/')) })

/** Another tab, county or constituency changes no list; the log has one entry for each time they are read. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

import { call } from '../api.ts'
import { loaded } from '../loaded.ts'

export const clientLoader = async () => {
  const [alarms, check] = await Promise.all([
    loaded(call('GET /api/staff/alarms/')),
    loaded(call('GET /api/staff/log/check/')),
  ])
  return { alarms, check }
}

/** No filter changes the alarms or the last check. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.search === nextUrl.search

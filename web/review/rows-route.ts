import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { isReload, readAddress, rowsKey, rowsQuery } from './address.ts'
import type { Route } from './+types/rows-route'

/** Loads one page of the table's rows. `key` says to which filter, order and page they belong. */
export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const { searchParams } = new URL(request.url)
  const rows = call('GET /api/staff/jobs/{id}/applications/', {
    params: { id: Number(params.id) },
    query: rowsQuery(readAddress(searchParams)),
  })
  return { key: rowsKey(searchParams), rows: await loaded(rows) }
}

/** When an application opens, the rows are not loaded again. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  isReload({ currentUrl, nextUrl }) || rowsKey(currentUrl.searchParams) !== rowsKey(nextUrl.searchParams)

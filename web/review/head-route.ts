import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { isReload } from './address.ts'
import type { Route } from './+types/head-route'

/** The head is not awaited: the rows are shown as soon as they arrive. */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => ({
  head: loaded(call('GET /api/staff/jobs/{id}/review/', { params: { id: Number(params.id) } })),
})

/** No filter and no open application changes the head. */
export const shouldRevalidate = isReload

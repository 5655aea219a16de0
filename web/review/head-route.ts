import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { isReload } from './address.ts'
import type { Route } from './+types/head-route'

/**
 * Loads the data above the table: the job, its counts, and the choices of the filter. The page does not wait
 * for it, so the rows are shown as soon as they arrive.
 */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => ({
  head: loaded(call('GET /api/staff/jobs/{id}/review/', { params: { id: Number(params.id) } })),
})

/**
 * The filter and the open application do not change the head of the table. So a change of them does not load
 * it.
 */
export const shouldRevalidate = isReload

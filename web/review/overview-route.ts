import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { isReload } from './address.ts'
import type { Route } from './+types/overview-route'

/**
 * Loads the data above the table: the job, its counts, and the choices of the filter. The page does not wait
 * for it, so the rows are shown as soon as they arrive.
 */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => ({
  overview: loaded(call('GET /api/staff/jobs/{id}/review/', { params: { id: Number(params.id) } })),
})

/**
 * The filter and the open application do not change the overview. So a change of them does not load the
 * overview again.
 */
export const shouldRevalidate = isReload

import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { isReload } from './address.ts'
import type { Route } from './+types/head-route'

/**
 * Loads the head of the table: the job, its counts, and the choices of the filter. It is not awaited, so that
 * the rows are shown as soon as they arrive.
 */
export const clientLoader = ({ params }: Route.ClientLoaderArgs) => ({
  head: loaded(call('GET /api/staff/jobs/{id}/review/', { params: { id: Number(params.id) } })),
})

/**
 * The head depends neither on the filter nor on the open application, so a change of them does not load it.
 */
export const shouldRevalidate = isReload

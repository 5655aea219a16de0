import { answer, type Route } from '../endpoints/serve.ts'
import { getShares, shareOut } from './shares.ts'

export const sharesRoutes: Route[] = [
  answer('GET /api/staff/jobs/{id}/shares/', getShares),
  answer('PUT /api/staff/jobs/{id}/shares/', shareOut),
]

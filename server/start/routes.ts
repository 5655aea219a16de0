import { answer, type Route } from '../endpoints/serve.ts'
import { getStart } from './start.ts'

export const startRoutes: Route[] = [answer('GET /api/staff/start/', getStart)]

import { answer, type Route } from '../http/serve.ts'

export const statusRoutes: Route[] = [
  answer('GET /api/status/', async ({ health, now }, { query: { hours } }) => health?.current(now(), hours) ?? { level: 0, minutes: [], extensions: [] }),
]

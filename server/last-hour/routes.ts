import { answer, type Route } from '../endpoints/serve.ts'
import { getLastHour, setLevel } from './last-hour.ts'

export const lastHourRoutes: Route[] = [
  answer('GET /api/staff/last-hour/', getLastHour),
  answer('POST /api/staff/last-hour/level/', setLevel),
]

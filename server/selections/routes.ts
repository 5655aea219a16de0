import { answer, type Route } from '../endpoints/serve.ts'
import { getOwnPlace } from './own-place.ts'
import { getOwnPoints } from './own-points.ts'
import { getResult, getResultUnit } from './results.ts'

export const selectionRoutes: Route[] = [
  answer('GET /api/job-applications/{id}/selection/', getOwnPlace),
  answer('GET /api/job-applications/{id}/points/', getOwnPoints),
  answer('GET /api/selections/{id}/results/{run}/', getResult),
  answer('GET /api/selections/{id}/results/{run}/units/{unit}/', getResultUnit),
]

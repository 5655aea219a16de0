import { answer, type Route } from '../http/serve.ts'
import { getJobFigures } from './job-figures.ts'
import { getNow, getPortalFigures } from './portal-figures.ts'
import { retryLetters } from './retry-letters.ts'
import { countTold } from './tell-faults-met.ts'

export const figuresRoutes: Route[] = [
  answer('GET /api/staff/now/', getNow),
  answer('GET /api/staff/figures/', getPortalFigures),
  answer('GET /api/staff/jobs/{id}/figures/', getJobFigures),
  answer('POST /api/staff/letters/retry/', retryLetters),
  answer('POST /api/faults-met/', countTold),
]

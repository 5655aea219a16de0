import { answer, type Route } from '../http/serve.ts'
import { liftBlind } from './blind.ts'
import { caseRoutes } from './case-routes.ts'

export const reviewRoutes: Route[] = [answer('POST /api/staff/jobs/{id}/lift-blind/', liftBlind), ...caseRoutes]

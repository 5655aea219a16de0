import { answer, type Route } from '../http/serve.ts'
import { liftBlind } from './blind.ts'

export const reviewRoutes: Route[] = [answer('POST /api/staff/jobs/{id}/lift-blind/', liftBlind)]

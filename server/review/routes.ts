import { answer, type Route } from '../http/serve.ts'
import { liftBlind } from './blind.ts'
import { caseRoutes } from './case-routes.ts'
import { openReview } from './head.ts'
import { listApplications } from './list-applications.ts'
import { forgetView, saveView } from './views.ts'

export const reviewRoutes: Route[] = [
  answer('GET /api/staff/jobs/{id}/review/', openReview),
  answer('GET /api/staff/jobs/{id}/applications/', listApplications),
  answer('POST /api/staff/jobs/{id}/lift-blind/', liftBlind),
  answer('POST /api/staff/jobs/{id}/views/', saveView),
  answer('DELETE /api/staff/views/{id}/', forgetView),
  ...caseRoutes,
]

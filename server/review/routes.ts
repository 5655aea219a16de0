import { answer, type Route } from '../endpoints/serve.ts'
import { caseRoutes } from './case-routes.ts'
import { openReview } from './head.ts'
import { askForLift, decideOnLiftRequest, listLiftRequests, takeBackLiftRequest } from './lifts.ts'
import { listApplications } from './list-applications.ts'
import { forgetView, saveView } from './views.ts'

export const reviewRoutes: Route[] = [
  answer('GET /api/staff/jobs/{id}/review/', openReview),
  answer('GET /api/staff/jobs/{id}/applications/', listApplications),
  answer('POST /api/staff/jobs/{id}/lift-blind/', askForLift),
  answer('GET /api/staff/lifts/', listLiftRequests),
  answer('POST /api/staff/lifts/{id}/decide/', decideOnLiftRequest),
  answer('POST /api/staff/lifts/{id}/withdraw/', takeBackLiftRequest),
  answer('POST /api/staff/jobs/{id}/views/', saveView),
  answer('DELETE /api/staff/views/{id}/', forgetView),
  ...caseRoutes,
]

import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnChange, listChanges, proposeChange } from './changes.ts'
import { checkDocuments, listChecks } from './checks.ts'
import { getOwnPlace } from './own-place.ts'
import { getOwnPoints } from './own-points.ts'
import { getResult, getResultUnit } from './results.ts'
import { computeAgain, getOutcome, proposeLists } from './outcome.ts'

export const selectionOutcomeRoutes: Route[] = [
  answer('GET /api/job-applications/{id}/selection/', getOwnPlace),
  answer('GET /api/job-applications/{id}/points/', getOwnPoints),
  answer('GET /api/selections/{id}/results/{run}/', getResult),
  answer('GET /api/selections/{id}/results/{run}/units/{unit}/', getResultUnit),
  answer('GET /api/staff/jobs/{id}/selection/outcome/', getOutcome),
  answer('POST /api/staff/jobs/{id}/selection/lists/', proposeLists),
  answer('POST /api/staff/jobs/{id}/selection/runs/', computeAgain),
  answer('GET /api/staff/jobs/{id}/selection/changes/', listChanges),
  answer('POST /api/staff/jobs/{id}/selection/changes/', proposeChange),
  answer('POST /api/staff/jobs/{id}/selection/changes/{change}/decide/', decideOnChange),
  answer('GET /api/staff/jobs/{id}/selection/checks/', listChecks),
  answer('POST /api/staff/jobs/{id}/selection/checks/', checkDocuments),
]

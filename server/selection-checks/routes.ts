import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnChange, listChanges, proposeChange } from './changes.ts'
import { checkDocuments, listChecks } from './checks.ts'
import { computeAgain, getOutcome, proposeLists } from './outcome.ts'

export const selectionCheckRoutes: Route[] = [
  answer('GET /api/staff/jobs/{id}/selection/outcome/', getOutcome),
  answer('POST /api/staff/jobs/{id}/selection/lists/', proposeLists),
  answer('POST /api/staff/jobs/{id}/selection/runs/', computeAgain),
  answer('GET /api/staff/jobs/{id}/selection/changes/', listChanges),
  answer('POST /api/staff/jobs/{id}/selection/changes/', proposeChange),
  answer('POST /api/staff/jobs/{id}/selection/changes/{change}/decide/', decideOnChange),
  answer('GET /api/staff/jobs/{id}/selection/checks/', listChecks),
  answer('POST /api/staff/jobs/{id}/selection/checks/', checkDocuments),
]

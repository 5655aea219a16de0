import { answer, type Route } from '../endpoints/serve.ts'
import { viewCase } from './case.ts'
import { openDocument } from './documents.ts'
import { listAccessRecords } from './access-records.ts'
import { writeNote } from './notes.ts'

/**
 * Routes for one whole application: the officers' page, and the owner's page of what officers did with it.
 */
export const caseRoutes: Route[] = [
  answer('GET /api/staff/applications/{id}/', viewCase),
  answer('GET /api/staff/applications/{id}/documents/{kind}/', openDocument),
  answer('POST /api/staff/applications/{id}/notes/', writeNote),
  answer('GET /api/job-applications/{id}/access-records/', listAccessRecords),
]

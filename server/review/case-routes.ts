import { answer, type Route } from '../endpoints/serve.ts'
import { viewCase } from './case.ts'
import { openDocument } from './documents.ts'
import { listAccessRecords } from './access-records.ts'
import { writeNote } from './notes.ts'

/** One whole application for officers; and for its owner, what officers did with it. */
export const caseRoutes: Route[] = [
  answer('GET /api/staff/applications/{id}/', viewCase),
  answer('GET /api/staff/applications/{id}/documents/{kind}/', openDocument),
  answer('POST /api/staff/applications/{id}/notes/', writeNote),
  answer('GET /api/job-applications/{id}/access-records/', listAccessRecords),
]

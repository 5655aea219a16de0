import { answer, type Route } from '../http/serve.ts'
import { lookAtCase } from './case.ts'
import { openDocument } from './documents.ts'
import { seeLooks } from './looks.ts'
import { writeNote } from './notes.ts'

/** One application whole, for officers; and for its owner, what officers did with it. */
export const caseRoutes: Route[] = [
  answer('GET /api/staff/applications/{id}/', lookAtCase),
  answer('GET /api/staff/applications/{id}/documents/{kind}/', openDocument),
  answer('POST /api/staff/applications/{id}/notes/', writeNote),
  answer('GET /api/job-applications/{id}/looks/', seeLooks),
]

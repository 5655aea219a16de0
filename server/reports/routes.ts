import { answer, type Route } from '../endpoints/serve.ts'
import { getJobReports } from './job-reports.ts'
import { getNow, getPortalReports } from './portal-reports.ts'
import { retryEmails } from './retry-emails.ts'
import { countReportedErrors } from './report-field-errors.ts'

export const reportsRoutes: Route[] = [
  answer('GET /api/staff/now/', getNow),
  answer('GET /api/staff/figures/', getPortalReports),
  answer('GET /api/staff/jobs/{id}/figures/', getJobReports),
  answer('POST /api/staff/letters/retry/', retryEmails),
  answer('POST /api/faults-met/', countReportedErrors),
]

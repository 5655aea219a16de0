import { answer, type Route } from '../endpoints/serve.ts'
import { getJobReports } from './job-reports.ts'
import { getNow, getPortalReports } from './portal-reports.ts'
import { retryEmails } from './retry-emails.ts'
import { countReportedErrors } from './report-field-errors.ts'

export const reportsRoutes: Route[] = [
  answer('GET /api/staff/now/', getNow),
  answer('GET /api/staff/reports/', getPortalReports),
  answer('GET /api/staff/jobs/{id}/reports/', getJobReports),
  answer('POST /api/staff/emails/retry/', retryEmails),
  answer('POST /api/validation-statistics/', countReportedErrors),
]

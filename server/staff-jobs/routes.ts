import { answer, type Route } from '../endpoints/serve.ts'
import { decideOnChange, proposeChange, withdrawChange } from './job-changes.ts'
import { createJobDraft, editDraft, getStaffJob, listStaffJobs, previewJob } from './jobs.ts'

export const staffJobsRoutes: Route[] = [
  answer('GET /api/staff/jobs/', listStaffJobs),
  answer('POST /api/staff/jobs/', createJobDraft),
  answer('POST /api/staff/jobs/preview/', previewJob),
  answer('GET /api/staff/jobs/{id}/', getStaffJob),
  answer('PUT /api/staff/jobs/{id}/', editDraft),
  answer('POST /api/staff/jobs/{id}/changes/', proposeChange),
  answer('DELETE /api/staff/jobs/{id}/changes/{change}/', withdrawChange),
  answer('POST /api/staff/jobs/{id}/changes/{change}/decide/', decideOnChange),
]

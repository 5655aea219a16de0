import { APPLICATION_WORDS } from '#contract/job-applications/words.ts'
import { refuse } from '../http/refuse.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { jobInKiswahili } from './job-in-kiswahili.ts'
import { presentWhole } from './present.ts'
import { presentListed } from './present-listed.ts'
import { savePartially } from './save-partially.ts'
import { startApplication } from './start.ts'
import { findApplicationOfJob, findApplication, findApplications } from './store.ts'
import { submitApplication, updateApplication } from './submit.ts'
import { withdrawApplication } from './withdraw.ts'

export const jobApplicationsRoutes: Route[] = [
  answer('GET /api/job-applications/check/{id}/', async (deps, { applicant, params }) => {
    const row = await findApplicationOfJob(deps.db, applicant.userId, params.id)
    return {
      exists: row !== undefined,
      is_completed: row?.is_completed ?? false,
      application_id: row?.id ?? null,
    }
  }),
  answer('GET /api/job-applications/', async (deps, { applicant, visitor }) => {
    const now = deps.now()
    return (await findApplications(deps.db, applicant.userId)).map((row) =>
      presentListed(row, visitor.language, now),
    )
  }),
  answer('POST /api/job-applications/', startApplication),
  answer('POST /api/job-applications/partial-save/', savePartially),
  answer('POST /api/job-applications/submit/', submitApplication),
  answer('PUT /api/job-applications/update/{id}/', updateApplication),
  answer('POST /api/job-applications/{id}/withdraw/', withdrawApplication),
  // Another person's application is answered exactly like one that does not exist (L7).
  answer('GET /api/job-applications/{id}/', async (deps, { applicant, params, visitor }) => {
    const row = await findApplication(deps.db, applicant.userId, params.id)
    if (!row) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
    return presentWhole(row, deps.now(), visitor.language === 'sw' ? jobInKiswahili(row) : undefined)
  }),
]

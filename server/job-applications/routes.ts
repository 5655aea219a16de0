import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { refuse } from '../http/refuse.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { keepSentApplication, reopenApplication } from './correct.ts'
import { findEarlierReceipts } from './corrections-store.ts'
import { jobInKiswahili } from './job-in-kiswahili.ts'
import { parseReceipt, presentDraft, presentWhole } from './present.ts'
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
      ...(row?.is_reopened ? { is_reopened: true as const } : {}),
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
  answer('POST /api/job-applications/{id}/reopen/', reopenApplication),
  answer('POST /api/job-applications/{id}/keep-sent/', keepSentApplication),
  // A call for another person's application gets the same answer as one for a missing application (L7).
  answer('GET /api/job-applications/{id}/', async (deps, { applicant, params, query, visitor }) => {
    const row = await findApplication(deps.db, applicant.userId, params.id)
    if (!row) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
    const present = query.draft ? presentDraft : presentWhole
    const whole = present(row, deps.now(), visitor.language === 'sw' ? jobInKiswahili(row) : undefined)
    const earlier = (row.sent_version ?? 1) > 1 ? await findEarlierReceipts(deps.db, row.id) : []
    return earlier.length > 0 ? { ...whole, earlier_receipts: earlier.map(parseReceipt) } : whole
  }),
]

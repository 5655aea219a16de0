import { rightsOf } from '#contract/staff/rights.ts'
import { mayReview, SUPPORT_WORDS } from '#contract/support/words.ts'
import { isDuplicate } from '../database/connect.ts'
import type { Handler } from '../endpoints/serve.ts'
import { refuse } from '../http/refuse.ts'
import { restorableSince } from '../job-applications/withdraw.ts'
import { titlesOf } from '../jobs/texts.ts'
import { lockWithdrawn, restoreWithdrawn } from '../job-applications/withdrawals-store.ts'
import { enqueueEmail } from '../outbox/enqueue-email.ts'
import { helpPerson } from './help.ts'

/**
 * Restores an application that its person withdrew within the last day, at the person's request. Officers who
 * review may not do this: they would see it come back, and know whose it is (T32).
 */
export const restoreApplication: Handler<'POST /api/staff/support/people/{handle}/restore/'> = (
  deps,
  request,
) =>
  helpPerson(deps, request, async (tx, person, now) => {
    const { body, staff } = request
    if (mayReview(rightsOf(staff.role))) throw refuse('forbidden', { message: SUPPORT_WORDS.notByReviewers })
    const earliestWithdrawal = restorableSince(now)
    const row = await lockWithdrawn(tx, person.id, body.job_reference, earliestWithdrawal)
    if (!row) throw refuse('conflict', { message: SUPPORT_WORDS.notWithdrawn })
    await restoreWithdrawn(tx, row.id, staff.id, now).catch((error: unknown) => {
      if (isDuplicate(error, 'job_applications_person_job'))
        throw refuse('conflict', { message: SUPPORT_WORDS.appliedAgain })
      throw error
    })
    await enqueueEmail(tx, {
      topic: 'job-applications.restored',
      payload: { applicationId: row.id },
      now,
      jobId: row.job_id,
    })
    return {
      act: 'support.application_restored',
      reason: body.reason,
      notification: {
        kind: 'application_restored',
        values: { ...titlesOf(row), reference: row.reference_number },
      },
    }
  })

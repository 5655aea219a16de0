import { nairobiDate } from '#contract/dates.ts'
import type { Handler } from '../endpoints/serve.ts'

/**
 * Counts in memory the field errors that a page has shown to a person. `startValidationStatistics` saves the
 * counts later. A process without a counter drops them.
 */
export const countReportedErrors: Handler<'POST /api/validation-statistics/'> = async (
  { validationCounter, now },
  { body },
) => {
  validationCounter?.add({
    day: nairobiDate(now()),
    // The job id 0 means that the page was about no job.
    jobId: body.job_id ?? 0,
    place: body.place,
    fieldErrors: body.faults.map(({ field, message }) => [field, message] as const),
  })
  return { counted: body.faults.length }
}

import { nairobiDate } from '#contract/dates.ts'
import type { Handler } from '../http/serve.ts'

/** Counts in memory what a page says it showed: nothing is asked of the database for it. */
export const countReportedErrors: Handler<'POST /api/faults-met/'> = async ({ met, now }, { body }) => {
  met?.add({
    day: nairobiDate(now()),
    jobId: body.job_id ?? 0,
    place: body.place,
    faults: body.faults.map(({ field, message }) => [field, message] as const),
  })
  return { counted: body.faults.length }
}

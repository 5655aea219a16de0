import type { Reply } from '#contract/endpoints.ts'
import { changeReason } from '#contract/jobs/extensions.ts'
import { titledFor } from '#contract/jobs/texts.ts'
import type { Language } from '#contract/language/paths.ts'
import { presentCorrection, presentDeadline, presentTimes } from './present.ts'
import type { ListedRow } from './store.ts'

/** The field with the sentence that says why the job's deadline was moved; no field when it was not moved. */
const presentExtension = (extension: ListedRow['extension']) => {
  const reason = extension ? changeReason(extension) : ''
  return reason === '' ? {} : { extension_reason: reason }
}

/** One application in the applicant's list of applications (L2). */
export const presentListed = (
  row: ListedRow,
  language: Language,
  now: Date,
): Reply<'GET /api/job-applications/'>[number] => ({
  id: row.id,
  reference_number: row.reference_number,
  status: row.status,
  is_completed: row.is_completed,
  ...presentTimes(row),
  ...presentCorrection(row),
  job: {
    id: row.job_id,
    ...titledFor(language, row.job, row.title_sw),
    ...presentDeadline(row, now),
    ...presentExtension(row.extension),
  },
})

import { APPLICATION_WORDS } from '#contract/job-applications/list-words.ts'
import { JOB_RULE_WORDS, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { grantPriority } from '../brownout/line-entrance.ts'
import type { Deps } from '../deps.ts'
import type { ReceivedFile } from '../files/receive-file.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import { normaliseAnswers } from './answers.ts'
import { isJobClosed } from './arrival.ts'
import { attachFiles, documentsOf } from '../documents/documents.ts'
import { type DraftSave, saveDraft } from './save-draft.ts'
import { completedSteps, presentDraft, presentState } from './present.ts'
import { NO_JOB, startOnce } from './start.ts'

/** Field errors for a centre or an area that the job does not take (J9). */
export const placeErrors = (row: { centre_open: boolean; area_open: boolean }): Record<string, string> => ({
  ...(row.centre_open ? {} : { huduma_centre: JOB_RULE_WORDS.centreNotOpen }),
  ...(row.area_open ? {} : { by_election_area: JOB_RULE_WORDS.areaNotOpen }),
})

/**
 * Saves a draft, complete or not (W4, W9). Refuses an application that is sent, because it does not change
 * any more (W11), and a save from an older version of the draft (T22).
 */
export const savePartially: Handler<'POST /api/job-applications/partial-save/'> = async (
  deps,
  { applicant, body, files, visitor },
) => {
  const { userId } = applicant
  const jobId = body.job ?? body.job_id ?? NO_JOB
  const now = deps.now()
  const save = { userId, jobId, input: normaliseAnswers(body), version: body.version, now }
  let row = await saveWithFiles(deps, save, files)
  if (!row) {
    // The version belongs to an application that was withdrawn or deleted. Its page must not start another.
    if (save.version !== undefined) throw refuse('not_found', { message: APPLICATION_WORDS.notFound })
    await startOnce(deps, userId, jobId)
    row = await saveWithFiles(deps, save, files)
  }
  // Another call has deleted or withdrawn the draft that this call had started.
  if (!row) throw refuse('conflict')
  if (row.is_completed && !row.reopened_at) throw refuse('already_applied')
  if (!row.written) {
    if (isJobClosed(row, now)) throw refuse('job_closed')
    const fieldErrors = placeErrors(row)
    // If the centre and the area are fine, the request was refused because its version is old.
    throw Object.keys(fieldErrors).length > 0
      ? refuseFields(fieldErrors)
      : refuse('conflict', { also: { current: presentDraft(row, now) } })
  }
  // If the job closes soon, a cookie gives this device priority in the waiting line.
  grantPriority(deps, visitor, userId, row.expiry_date)
  return {
    ...presentState(row, WIZARD_WORDS.saved),
    ...completedSteps(row, now),
    documents: row.documents,
    updated_at: row.updated_at.toISOString(),
  }
}

/**
 * Saves answers and files together, or neither. An unwritten draft throws no error here: an error would also
 * undo the stored copy of its answers.
 */
const saveWithFiles = (deps: Deps, save: DraftSave, files: Partial<Record<DocumentKind, ReceivedFile>>) => {
  if (Object.keys(files).length === 0) return saveDraft(deps.db, save)
  const { userId, now } = save
  return deps.db.tx(async (tx) => {
    const row = await saveDraft(tx, save)
    if (!row?.written) return row
    const correction = row.correction_version
    await attachFiles(tx, { applicationId: row.id, userId, correction, files, now })
    return { ...row, documents: await documentsOf(tx, row.id, correction) }
  })
}

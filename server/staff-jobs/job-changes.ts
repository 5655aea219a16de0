import { deadlineInstant, openingInstant } from '#contract/civil-dates.ts'
import { changeReason, EXTENSION_WORDS } from '#contract/jobs/extensions.ts'
import { type JobChange, type JobContent, jobContentErrors } from '#contract/staff-jobs/staff-job.ts'
import { SELECTION_RULE_WORDS } from '#contract/selection-rules/words.ts'
import { STAFF_JOB_WORDS } from '#contract/staff/words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Call, Handler } from '../endpoints/serve.ts'
import {
  archiveJob,
  findContent,
  publishJob,
  setDeadline,
  recordPublicChange,
  withKinds,
  writeContent,
} from '../jobs/write.ts'
import { findStaying } from '../jobs/stays-public.ts'
import { sanitiseContent } from '../jobs/stored-texts.ts'
import { assertChangeFitsRule } from '../selection-rules/job-conflicts.ts'
import { measuredExtensions } from '../status/measured.ts'
import {
  type ChangeRow,
  decideChange,
  findOpenChange,
  hasSelection,
  hasUnapprovedRule,
  insertChange,
  lockStaffJob,
  type StaffJobRow,
} from './jobs-store.ts'
import { presentStaffJob, proposableChanges, stateOf, throwAtField } from './jobs.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { notifyDrafts } from './notify-drafts.ts'

type ChangeToApply = Pick<
  ChangeRow,
  'id' | 'kind' | 'content' | 'publish_at' | 'reason' | 'down_minutes' | 'measured_hours'
>

const movesDeadline = (kind: JobChange) => kind === 'extend' || kind === 'reopen'

/**
 * The content of the job after a change of this kind. An edit keeps the deadline. The other kinds change only
 * the deadline, or no content at all.
 */
function contentAfter(
  kind: JobChange,
  before: JobContent,
  { content, expiry_date }: { content?: JobContent | undefined; expiry_date: string },
): JobContent {
  if (kind === 'publish') return content ?? before
  if (kind === 'edit') return { ...(content ?? before), expiry_date: before.expiry_date }
  return movesDeadline(kind) ? { ...before, expiry_date } : before
}

/**
 * The errors of a change, by field. A new deadline must be in the future and after the time of publishing. An
 * extension must move the deadline later.
 */
function deadlineErrors(
  { kind, content, publish_at }: Pick<ChangeToApply, 'kind' | 'content' | 'publish_at'>,
  row: StaffJobRow,
  now: Date,
): Record<string, string> {
  // Undefined when the text is empty: then the job has no deadline.
  const deadline = deadlineInstant(content.expiry_date.trim())
  if ((kind === 'publish' || movesDeadline(kind)) && deadline && deadline <= now)
    return { expiry_date: STAFF_JOB_WORDS.deadlinePast }
  if (kind === 'publish' && deadline && publish_at && publish_at >= deadline)
    return { publish_at: STAFF_JOB_WORDS.publishLate }
  if (kind === 'extend' && deadline && (!row.expiry_date || deadline <= row.expiry_date))
    return { expiry_date: STAFF_JOB_WORDS.deadlineEarlier }
  return {}
}

/**
 * Refuses to move the deadline of a job whose selection has begun. Else its rule could change again, and more
 * people could apply.
 */
async function assertDeadlineFree(tx: Tx, jobId: number, kind: JobChange): Promise<void> {
  if (movesDeadline(kind) && (await hasSelection(tx, jobId)))
    throw refuse('conflict', { message: STAFF_JOB_WORDS.ofSelection })
}

/** Refuses to archive a job that must stay public, because a ticket may still count. */
async function assertMayArchive(deps: Deps, tx: Tx, jobId: number, kind: JobChange, now: Date) {
  if (kind !== 'archive') return
  const [message] = (await findStaying(tx, deps, now, jobId)).values()
  if (message !== undefined) throw refuse('conflict', { message })
}

/** The extension that a measured outage allows for a proposal. Refuses `conflict` when there is none. */
async function requireMeasuredExtension(tx: Tx, jobId: number, kind: JobChange, now: Date) {
  // There is at most one measured extension for one job.
  const [measured] = movesDeadline(kind) ? await measuredExtensions(tx, now, jobId) : []
  if (!measured) throw refuse('conflict', { message: EXTENSION_WORDS.notMeasured })
  return measured
}

type ProposalBody = Call<'POST /api/staff/jobs/{id}/changes/'>['body']

/** The complete change that an officer proposes. Refuses `conflict`, or names the fields that are wrong. */
async function completeProposal(deps: Deps, tx: Tx, row: StaffJobRow, body: ProposalBody, now: Date) {
  const { kind } = body
  const currentContent = await findContent(tx, row.id)
  if (!currentContent) throw refuse('not_found')
  if (!proposableChanges(row, now).includes(kind))
    throw refuse('conflict', { message: STAFF_JOB_WORDS.notNow })
  await assertDeadlineFree(tx, row.id, kind)
  await assertMayArchive(deps, tx, row.id, kind, now)
  const changesContent = kind === 'publish' || kind === 'edit'
  // New content must be based on the present version of the job. Otherwise its author has not seen an edit
  // that was approved meanwhile (T22).
  const isOutdated = row.updated_at.toISOString() !== body.updated_at
  if (changesContent && body.content && isOutdated) throw refuse('conflict')
  // The officer chose the extension that the measured outage justifies. Its deadline replaces the typed one.
  const measured = body.measured ? await requireMeasuredExtension(tx, row.id, kind, now) : undefined
  const proposed = measured ? { ...body, expiry_date: measured.newDeadline.toISOString() } : body
  // The second officer decides on the text that the public will read, not on the raw input (J12).
  const content = sanitiseContent(contentAfter(kind, currentContent, proposed))
  const reason = body.reason.trim()
  const publishAt = kind === 'publish' ? (openingInstant(body.publish_at.trim()) ?? null) : null
  const fieldErrors = {
    ...(changesContent ? jobContentErrors(content) : {}),
    ...deadlineErrors({ kind, content, publish_at: publishAt }, row, now),
  }
  if (Object.keys(fieldErrors).length > 0) throw refuseFields(fieldErrors)
  // Gives each document that the job asks for by name its own kind.
  const wanted_documents = await withKinds(tx, row.id, content)
  // A newer version of the rule may still be approved before this change is.
  if (!(await hasUnapprovedRule(tx, row.id))) await assertChangeFitsRule(tx, row.id, kind, content)
  return { jobId: row.id, kind, content: { ...content, wanted_documents }, publishAt, reason, measured, now }
}

export const proposeChange: Handler<'POST /api/staff/jobs/{id}/changes/'> = async (
  deps,
  { params, body, staff },
) => {
  const now = deps.now()
  return deps.db
    .tx(async (tx) => {
      const row = await lockStaffJob(tx, params.id)
      if (!row) throw refuse('not_found')
      const proposal = await completeProposal(deps, tx, row, body, now)
      const { kind, measured } = proposal
      // The change of a draft is saved in the draft itself. For a public job, only the proposal has the new
      // content.
      if (kind === 'publish') await writeContent(tx, row.id, proposal.content, now)
      const inserted = await insertChange(tx, { ...proposal, by: staff.id })
      await recordAudit(
        tx,
        staff,
        {
          act: 'job.change_proposed',
          jobId: row.id,
          reason: changeReason({
            reason: proposal.reason,
            down_minutes: measured?.downMinutes ?? null,
            measured_hours: measured?.rule.hours ?? null,
          }),
          detail: { kind, change: inserted?.id, ...(measured ? { down_minutes: measured.downMinutes } : {}) },
        },
        now,
      )
      return presentStaffJob(tx, row.id, staff, now)
    })
    .catch((error: unknown) => {
      if (isDuplicate(error, 'job_changes_waiting'))
        throw refuse('conflict', { message: STAFF_JOB_WORDS.awaiting })
      return throwAtField(error)
    })
}

/** Applies an approved change to the job, and notifies applicants who have a draft application for it. */
async function applyChange(tx: Tx, row: StaffJobRow, change: ChangeToApply, now: Date): Promise<void> {
  const { id, kind, content, publish_at, reason, down_minutes, measured_hours } = change
  const deadline = deadlineInstant(content.expiry_date.trim())
  if (kind === 'publish') {
    await writeContent(tx, row.id, content, now)
    const publishAt = publish_at && publish_at > now ? publish_at : now
    await publishJob(tx, row.id, publishAt, now)
  }
  // The deadline may have moved since an edit was proposed, so the present deadline stays. Empty: no
  // deadline.
  if (kind === 'edit')
    await writeContent(tx, row.id, { ...content, expiry_date: row.expiry_date?.toISOString() ?? '' }, now)
  if (movesDeadline(kind) && deadline) await setDeadline(tx, row.id, deadline, now)
  // A job is open until the last millisecond of its deadline. So a deadline one millisecond ago closes it
  // now.
  if (kind === 'end_early') await setDeadline(tx, row.id, new Date(now.getTime() - 1), now)
  if (kind === 'archive') await archiveJob(tx, row.id, now)
  if (row.is_active && kind !== 'archive') await recordPublicChange(tx, row.id, now)
  // A job that is already closed is archived without notifying anyone.
  if (kind === 'archive' && stateOf(row, now) !== 'published') return
  const changedJob = {
    job_id: row.id,
    title: row.title,
    title_sw: row.title_sw,
    kind,
    deadline,
    reason,
    down_minutes,
    measured_hours,
  }
  await notifyDrafts(tx, id, changedJob, now)
}

/** The time limit is long: one statement may queue an email to every newsletter subscriber. */
const STATEMENT_TIMEOUT_SECONDS = 60

/** A second officer decides on the proposed change of a job. No one approves their own proposal (T32). */
export const decideOnChange: Handler<'POST /api/staff/jobs/{id}/changes/{change}/decide/'> = async (
  deps,
  { params, body, staff },
) => {
  const approved = body.approve === true
  return deps.db
    .patient(STATEMENT_TIMEOUT_SECONDS)
    .tx(async (tx) => {
      const row = await lockStaffJob(tx, params.id)
      // The time is read after the lock. Otherwise an application sent before the decision could be dated
      // after a deadline that the decision sets to now (W24).
      const now = deps.now()
      const change = row && (await findOpenChange(tx, params.id, params.change))
      if (!row || !change) throw refuse('not_found')
      if (change.proposed_by === staff.id) throw refuse('second_person')
      if (approved && !proposableChanges(row, now).includes(change.kind))
        throw refuse('conflict', { message: STAFF_JOB_WORDS.notNow })
      if (approved) await assertDeadlineFree(tx, row.id, change.kind)
      if (approved) await assertMayArchive(deps, tx, row.id, change.kind, now)
      if (approved && change.kind === 'publish' && (await hasUnapprovedRule(tx, row.id)))
        throw refuse('conflict', { message: SELECTION_RULE_WORDS.notBeforeRule })
      if (approved) await assertChangeFitsRule(tx, row.id, change.kind, change.content)
      const fieldErrors = approved ? deadlineErrors(change, row, now) : {}
      if (Object.keys(fieldErrors).length > 0) throw refuseFields(fieldErrors)
      const note = body.note.trim()
      const decision = { by: staff.id, approved, note, now, deadlineBefore: row.expiry_date }
      // No row changes when another officer decided on the proposal meanwhile.
      if (!(await decideChange(tx, change.id, decision))) throw refuse('conflict')
      if (approved) await applyChange(tx, row, change, now)
      const action = approved ? 'job.change_approved' : 'job.change_returned'
      await recordAudit(
        tx,
        staff,
        { act: action, jobId: params.id, reason: note, detail: { kind: change.kind, change: change.id } },
        deps.now(),
      )
      return presentStaffJob(tx, params.id, staff, now)
    })
    .catch(throwAtField)
}

/** Takes back a proposed change of a job. The proposer or another officer who may propose can do this. */
export const withdrawChange: Handler<'DELETE /api/staff/jobs/{id}/changes/{change}/'> = (
  deps,
  { params, staff },
) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const change = await findOpenChange(tx, params.id, params.change)
    if (!change) throw refuse('not_found')
    const changedRows = await decideChange(tx, change.id, { by: staff.id, approved: false, note: '', now })
    // Another officer decided on the proposal meanwhile.
    if (changedRows === 0) throw refuse('not_found')
    await recordAudit(
      tx,
      staff,
      { act: 'job.change_withdrawn', jobId: params.id, detail: { kind: change.kind, change: change.id } },
      now,
    )
    return { message: 'The proposal is withdrawn.' }
  })

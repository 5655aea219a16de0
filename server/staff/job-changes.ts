import { deadlineInstant, longDeadline } from '#contract/dates.ts'
import { CHANGES_OF, type JobChange, type JobContent, jobContentFaults } from '#contract/staff-jobs.ts'
import { STAFF_JOB_WORDS } from '#contract/staff-words.ts'
import { isDuplicate, type Tx } from '../database/connect.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { sanitiseRichText } from '../jobs/rich-text.ts'
import { archiveJob, findContent, publishJob, setDeadline, tellPublic, writeContent } from '../jobs/write.ts'
import { decideChange, findOpenChange, insertChange, lockStaffJob, type StaffJobRow, tellDrafts } from './jobs-store.ts'
import { atItsField, presentStaffJob, stateOf } from './jobs.ts'
import { recordAct } from './record-act.ts'

/** Sanitised when it is proposed: the second person sees, and approves, exactly what the public will. */
const clean = (it: JobContent): JobContent => ({
  ...it,
  description_html: sanitiseRichText(it.description_html),
  qualification_html: sanitiseRichText(it.qualification_html),
})

/** What the job will be, by the kind of change: an edit leaves the deadline, the others touch nothing else. */
function changed(kind: JobChange, now: JobContent, { content, expiry_date }: { content?: JobContent | undefined; expiry_date: string }): JobContent {
  if (kind === 'publish') return content ? clean(content) : now
  if (kind === 'edit') return content ? { ...clean(content), expiry_date: now.expiry_date } : now
  return kind === 'extend' || kind === 'reopen' ? { ...now, expiry_date } : now
}

/** A deadline must lie ahead, and an extension must be one. */
function deadlineFaults(kind: JobChange, content: JobContent, row: StaffJobRow, now: Date): Record<string, string> {
  const at = deadlineInstant(content.expiry_date.trim())
  if ((kind === 'publish' || kind === 'extend' || kind === 'reopen') && at && at <= now) return { expiry_date: STAFF_JOB_WORDS.deadlinePast }
  if (kind === 'extend' && at && row.expiry_date && at <= row.expiry_date) return { expiry_date: STAFF_JOB_WORDS.deadlineEarlier }
  return {}
}

export const proposeChange: Act<'POST /api/staff/jobs/{id}/changes/'> = async (deps, { params, body, staff }) => {
  const now = deps.now()
  const { kind } = body
  return deps.db
    .tx(async (tx) => {
      const [row, present] = [await lockStaffJob(tx, params.id), await findContent(tx, params.id)]
      if (!row || !present) throw refuse('not_found')
      if (!CHANGES_OF[stateOf(row, now)].includes(kind)) throw refuse('conflict', { message: STAFF_JOB_WORDS.notNow })
      const content = changed(kind, present, body)
      const faults = { ...(kind === 'publish' || kind === 'edit' ? jobContentFaults(content) : {}), ...deadlineFaults(kind, content, row, now) }
      if (Object.keys(faults).length > 0) throw refuseFaults(faults)
      // The draft is kept as it is proposed; of a public job only the proposal holds the new words.
      if (kind === 'publish') await writeContent(tx, params.id, content, now)
      const made = await insertChange(tx, {
        jobId: params.id,
        kind,
        content,
        publishAt: deadlineInstant(body.publish_at.trim()) ?? null,
        reason: body.reason.trim(),
        by: staff.id,
        now,
      })
      await recordAct(tx, staff, { act: 'job.change_proposed', jobId: params.id, reason: body.reason.trim(), detail: { kind, change: made?.id } }, now)
      return presentStaffJob(tx, params.id, staff, now)
    })
    .catch((error: unknown) => {
      throw isDuplicate(error, 'job_changes_waiting') ? refuse('conflict', { message: STAFF_JOB_WORDS.awaiting }) : atItsField(error)
    })
}

type Approved = { kind: JobChange; content: JobContent; publish_at: Date | null; reason: string }

/** What was approved takes effect. */
async function apply(tx: Tx, row: StaffJobRow, { kind, content, publish_at, reason }: Approved, now: Date): Promise<void> {
  const deadline = deadlineInstant(content.expiry_date.trim())
  if (kind === 'publish') {
    await writeContent(tx, row.id, content, now)
    await publishJob(tx, row.id, publish_at && publish_at > now ? publish_at : now, now)
  }
  if (kind === 'edit') await writeContent(tx, row.id, { ...content, expiry_date: row.expiry_date?.toISOString() ?? '' }, now)
  if ((kind === 'extend' || kind === 'reopen') && deadline) await setDeadline(tx, row.id, deadline, now)
  if (kind === 'end_early') await setDeadline(tx, row.id, now, now)
  if (kind === 'archive') await archiveJob(tx, row.id, now)
  if (kind === 'edit' || kind === 'extend' || kind === 'end_early' || kind === 'reopen') await tellPublic(tx, row.id, reason, now)
  if (kind === 'extend' || kind === 'reopen') {
    await tellDrafts(tx, row.id, `${row.title} can be applied for until ${longDeadline(deadline)}. Your application is not sent yet.`, now)
  }
  if (kind === 'end_early') await tellDrafts(tx, row.id, `Applications for ${row.title} were closed early. Your application was not sent.`, now)
}

/** The second person decides. Nobody approves what they proposed (T32). */
export const decideOnChange: Act<'POST /api/staff/jobs/{id}/changes/{change}/decide/'> = async (deps, { params, body, staff }) => {
  const now = deps.now()
  const approved = body.approve === true
  return deps.db
    .tx(async (tx) => {
      const row = await lockStaffJob(tx, params.id)
      const change = row && (await findOpenChange(tx, params.id, params.change))
      if (!row || !change) throw refuse('not_found')
      if (change.proposed_by === staff.id) throw refuse('second_person')
      if (approved && !CHANGES_OF[stateOf(row, now)].includes(change.kind)) throw refuse('conflict', { message: STAFF_JOB_WORDS.notNow })
      const faults = approved ? deadlineFaults(change.kind, change.content, row, now) : {}
      if (Object.keys(faults).length > 0) throw refuseFaults(faults)
      if (!(await decideChange(tx, change.id, { by: staff.id, approved, note: body.note.trim(), now }))) throw refuse('conflict')
      if (approved) await apply(tx, row, change, now)
      const act = approved ? 'job.change_approved' : 'job.change_returned'
      await recordAct(tx, staff, { act, jobId: params.id, reason: body.note.trim(), detail: { kind: change.kind, change: change.id } }, now)
      return presentStaffJob(tx, params.id, staff, now)
    })
    .catch((error: unknown) => {
      throw atItsField(error)
    })
}

/** Taken back by whoever proposed it, or by somebody else who may propose. */
export const withdrawChange: Act<'DELETE /api/staff/jobs/{id}/changes/{change}/'> = (deps, { params, staff }) =>
  deps.db.tx(async (tx) => {
    const now = deps.now()
    const change = await findOpenChange(tx, params.id, params.change)
    if (!change || !(await decideChange(tx, change.id, { by: staff.id, approved: false, note: '', now }))) throw refuse('not_found')
    await recordAct(tx, staff, { act: 'job.change_withdrawn', jobId: params.id, detail: { kind: change.kind, change: change.id } }, now)
    return { message: 'The proposal is withdrawn.' }
  })

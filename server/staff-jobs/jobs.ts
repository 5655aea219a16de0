import { isExpired } from '#contract/dates.ts'
import { changeReason, EXTENSION_WORDS } from '#contract/jobs/extensions.ts'
import {
  CHANGES_OF,
  CHANGES_OF_SWITCHED_OFF,
  type JobChange,
  FIELDS_FOR_LATER,
  type JobContent,
  type JobState,
  jobContentErrors,
  type StaffJob,
  type StaffJobLine,
} from '#contract/staff-jobs/staff-job.ts'
import { may } from '#contract/staff/rights.ts'
import { STAFF_JOB_WORDS } from '#contract/staff/words.ts'
import { brokenForeignKey, isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { preview, sanitiseRichText } from '../jobs/rich-text.ts'
import { findContent, findFreeReference, insertDraft, writeContent } from '../jobs/write.ts'
import { measuredExtensions } from '../status/measured.ts'
import {
  type ChangeRow,
  findChanges,
  findStaffJob,
  findStaffJobs,
  lockStaffJob,
  type StaffJobRow,
} from './jobs-store.ts'
import { presentOfficer } from '../staff/present.ts'
import { recordAudit } from '../staff/record-audit.ts'

/**
 * The present state of a job. The public cannot see a published job that a data file switched off. It has no
 * `publish_at`, and its state is archived.
 */
export function stateOf(
  { stored_state: state, is_active, publish_at, expiry_date }: StaffJobRow,
  now: Date,
): JobState {
  if (state !== 'published') return state
  if (!is_active) return publish_at ? 'scheduled' : 'archived'
  return isExpired(expiry_date, now) ? 'closed' : 'published'
}

/** The kinds of change that officers can propose for the job now. */
export function proposableChanges(row: StaffJobRow, now: Date): readonly JobChange[] {
  const state = stateOf(row, now)
  const isSwitchedOff = state === 'archived' && row.stored_state === 'published'
  return isSwitchedOff ? CHANGES_OF_SWITCHED_OFF : CHANGES_OF[state]
}

const presentLine = (
  { stored_state: _storedState, is_active: _isActive, title_sw: _titleSw, ...row }: StaffJobRow,
  state: JobState,
): StaffJobLine => ({
  ...row,
  state,
  expiry_date: row.expiry_date?.toISOString() ?? null,
  publish_at: row.publish_at?.toISOString() ?? null,
  updated_at: row.updated_at.toISOString(),
})

const presentChange = ({ proposed_by_name, decided_by_name, measured_hours, ...change }: ChangeRow) => ({
  ...change,
  reason: changeReason({ ...change, measured_hours }),
  publish_at: change.publish_at?.toISOString() ?? null,
  proposed_by: { id: change.proposed_by, name: proposed_by_name },
  proposed_at: change.proposed_at.toISOString(),
  decided_by: presentOfficer(change.decided_by, decided_by_name),
  decided_at: change.decided_at?.toISOString() ?? null,
})

/** A job with all its content, as officers see it. Refuses `not_found`. */
export async function presentStaffJob(tx: Tx, id: number, staff: Staff, now: Date): Promise<StaffJob> {
  const row = await findStaffJob(tx, id, staff.areas)
  const content = await findContent(tx, id)
  if (!row || !content) throw refuse('not_found')
  const state = stateOf(row, now)
  // There is at most one measured extension for one job.
  const [measured] = await measuredExtensions(tx, now, id)
  return {
    ...presentLine(row, state),
    content,
    changes: (await findChanges(tx, id)).map(presentChange),
    may: may(staff.role, 'jobs.write') && row.awaiting === null ? [...proposableChanges(row, now)] : [],
    measured: measured
      ? {
          down_minutes: measured.downMinutes,
          from: measured.currentDeadline.toISOString(),
          until: measured.newDeadline.toISOString(),
          reason: EXTENSION_WORDS.reason(measured.downMinutes, measured.rule),
        }
      : null,
  }
}

export const listStaffJobs: Handler<'GET /api/staff/jobs/'> = async (
  deps,
  { query: { state, search, page }, staff },
) => {
  const now = deps.now()
  const { rows, ...paging } = await findStaffJobs(
    deps.db,
    { state, search, page: page || 1, areas: staff.areas },
    now,
  )
  return { ...paging, results: rows.map(({ total: _total, ...row }) => presentLine(row, stateOf(row, now))) }
}

export const getStaffJob: Handler<'GET /api/staff/jobs/{id}/'> = (deps, { params, staff }) =>
  presentStaffJob(deps.db, params.id, staff, deps.now())

/** The errors with which not even a draft can be saved. */
const draftErrors = (jobContent: JobContent) =>
  Object.fromEntries(
    Object.entries(jobContentErrors(jobContent)).filter(
      ([field]) => !FIELDS_FOR_LATER.some((later) => later === field),
    ),
  )

/** For each foreign key that a job's content can violate, the field that has the error. */
const FIELD_OF_CONSTRAINT: Record<string, string> = {
  jobs_job_type_id_fkey: 'job_type_id',
  jobs_county_code_fkey: 'county_code',
  jobs_min_qualification_level_id_fkey: 'min_qualification_level_id',
  job_areas_area_id_fkey: 'by_election_areas',
  job_centres_centre_id_fkey: 'huduma_centres',
}

/**
 * Turns a database error about a job's content into an error of the field that caused it.
 * @throws always: the field error, or `error` itself
 */
export const throwAtField = (error: unknown): never => {
  if (isDuplicate(error, 'jobs_reference_key'))
    throw refuseFields({ reference: STAFF_JOB_WORDS.referenceTaken })
  const field = FIELD_OF_CONSTRAINT[brokenForeignKey(error) ?? '']
  throw field ? refuseFields({ [field]: STAFF_JOB_WORDS.noSuch }) : error
}

/**
 * The most characters of a copied reference. A reference has at most 60, and `findFreeReference` adds up to
 * 11 of them: ` (copy 999)`.
 */
const MAX_COPIED_CHARACTERS = 49

/** The content of a new job that copies another one. It gets its own reference, and no deadline. */
async function copyContent(tx: Tx, id: number): Promise<JobContent> {
  const content = await findContent(tx, id)
  if (!content) throw refuse('not_found')
  const reference = await findFreeReference(tx, content.reference.slice(0, MAX_COPIED_CHARACTERS))
  return { ...content, reference, expiry_date: '' }
}

/** Starts the draft of a job, with the given content or as a copy of another job. */
export const createJobDraft: Handler<'POST /api/staff/jobs/'> = async (deps, { body, staff }) => {
  const now = deps.now()
  return deps.db
    .tx(async (tx) => {
      const content = body.copy_of ? await copyContent(tx, body.copy_of) : body.content
      const fieldErrors = content ? draftErrors(content) : { title: STAFF_JOB_WORDS.title }
      if (!content || Object.keys(fieldErrors).length > 0) throw refuseFields(fieldErrors)
      const id = await insertDraft(tx, content, now)
      await recordAudit(
        tx,
        staff,
        { act: 'job.drafted', jobId: id, detail: body.copy_of ? { copy_of: body.copy_of } : {} },
        now,
      )
      return presentStaffJob(tx, id, staff, now)
    })
    .catch(throwAtField)
}

/**
 * Saves the draft of a job while an officer writes it. It never overwrites what someone else saved meanwhile.
 */
export const editDraft: Handler<'PUT /api/staff/jobs/{id}/'> = async (
  deps: Deps,
  { params, body, staff },
) => {
  const now = deps.now()
  const fieldErrors = draftErrors(body.content)
  if (Object.keys(fieldErrors).length > 0) throw refuseFields(fieldErrors)
  return deps.db
    .tx(async (tx) => {
      const row = await lockStaffJob(tx, params.id)
      if (!row) throw refuse('not_found')
      if (row.stored_state !== 'draft' || row.awaiting)
        throw refuse('conflict', {
          message: row.awaiting ? STAFF_JOB_WORDS.awaiting : STAFF_JOB_WORDS.notNow,
        })
      if (row.updated_at.toISOString() !== body.updated_at) throw refuse('conflict')
      await writeContent(tx, params.id, body.content, now)
      await recordAudit(tx, staff, { act: 'job.draft_edited', jobId: params.id }, now)
      return presentStaffJob(tx, params.id, staff, now)
    })
    .catch(throwAtField)
}

/** Shows formatted text as the public will read it. It saves nothing. */
export const previewJob: Handler<'POST /api/staff/jobs/preview/'> = async (_deps, { body }) => {
  const description = sanitiseRichText(body.description_html)
  const descriptionSw = sanitiseRichText(body.description_sw)
  return {
    description,
    qualification: sanitiseRichText(body.qualification_html),
    preview: preview(description),
    description_sw: descriptionSw,
    qualification_sw: sanitiseRichText(body.qualification_sw),
    preview_sw: preview(descriptionSw),
  }
}

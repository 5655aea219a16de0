import type { JobChange, JobContent } from '#contract/staff-jobs/staff-job.ts'
import { STAFF_JOBS } from '#contract/staff-jobs/limits.ts'
import type { Areas } from '#contract/staff/endpoints.ts'
import { join } from 'sql-template-tag'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { isClosedAt, isOpenAt } from '../database/open-jobs.ts'
import { inAreas, isLimited } from '../staff/areas.ts'
import type { MeasuredExtension } from '../status/measured.ts'

export type StaffJobRow = {
  id: number
  reference: string
  title: string
  title_sw: string | null
  location: string
  job_type_name: string
  /** The state of the job in the table. `stateOf` derives from it the state that officers read. */
  stored_state: 'draft' | 'published' | 'archived'
  is_active: boolean
  vacancies: number | null
  expiry_date: Date | null
  /** When a scheduled job becomes public; null for a job that is not scheduled. */
  publish_at: Date | null
  applications: number
  drafts: number
  /** The kind of the job's change that waits for a second officer; null when none waits. */
  awaiting: JobChange | null
  updated_at: Date
}

// An officer limited to areas gets only the counts of these areas, and must not learn how many applications
// are elsewhere.
const countColumns = (areas: Areas): Sql =>
  isLimited(areas)
    ? sql`(select count(*) from application_facts facts where facts.job_id = jobs.id and ${inAreas(areas)})::int as applications, (
      select count(*) from job_applications draft join users on users.id = draft.user_id
      where draft.job_id = jobs.id and not draft.is_completed
        and (users.county_code = any(${areas.counties}::int[]) or users.constituency_code = any(${areas.constituencies}::int[])))::int as drafts`
    : sql`coalesce((select applications from sent_counts where job_id = jobs.id), 0) as applications,
      (select count(*) from job_applications where job_id = jobs.id and not is_completed)::int as drafts`

const jobColumns = (areas: Areas) => sql`
  jobs.id, reference, title, title_sw, location, job_types.name as job_type_name, state as stored_state, jobs.is_active, vacancies, expiry_date, jobs.publish_at, jobs.updated_at,
  ${countColumns(areas)}, (select kind from job_changes where job_id = jobs.id and decided_at is null) as awaiting`

/** The condition for the state of a job. An unknown state gives no condition, so all jobs are shown. */
const conditionsForState = (state: string | undefined, now: Date): Sql[] => {
  const states: Record<string, Sql> = {
    draft: sql`state = 'draft'`,
    scheduled: sql`state = 'published' and not jobs.is_active and jobs.publish_at is not null`,
    published: sql`state = 'published' and jobs.is_active and ${isOpenAt(now)}`,
    closed: sql`state = 'published' and jobs.is_active and ${isClosedAt(now)}`,
    archived: sql`(state = 'archived' or (state = 'published' and not jobs.is_active and jobs.publish_at is null))`,
    awaiting: sql`exists (select from job_changes where job_id = jobs.id and decided_at is null)`,
  }
  const condition = state ? states[state] : undefined
  return condition ? [condition] : []
}

/** The highest page number. A higher one is read as this one, so that the offset stays small. */
const MAX_PAGE = 1_000

type JobFilter = { state?: string | undefined; search: string; page: number; areas: Areas }

function pageOfStaffJobs(tx: Tx, { state, search, page, areas }: JobFilter, now: Date) {
  // The characters % and _ of the search text are escaped, so that they match only themselves.
  const pattern = `%${search.trim().replace(/[\\%_]/g, '\\$&')}%`
  const where = [
    // The function `join` needs at least one condition, so this one is always true.
    sql`true`,
    ...conditionsForState(state, now),
    ...(search.trim()
      ? [sql`(title ilike ${pattern} or title_sw ilike ${pattern} or reference ilike ${pattern})`]
      : []),
  ]
  return tx.rows<StaffJobRow & { total: number }>(sql`
    select ${jobColumns(areas)}, count(*) over ()::int as total from jobs join job_types on job_types.id = job_type_id
    where ${join(where, ' and ')} order by jobs.updated_at desc, jobs.id desc limit ${STAFF_JOBS.pageSize} offset ${(page - 1) * STAFF_JOBS.pageSize}`)
}

/**
 * A page of all jobs, ordered by their last change, newest first, and the number of all matches. A page
 * number after the end gives the last page.
 */
export async function findStaffJobs(tx: Tx, filter: JobFilter, now: Date) {
  let page = Math.min(filter.page, MAX_PAGE)
  let rows = await pageOfStaffJobs(tx, { ...filter, page }, now)
  if (rows.length === 0 && page > 1) {
    const [firstRow] = await pageOfStaffJobs(tx, { ...filter, page: 1 }, now)
    page = Math.max(1, Math.ceil((firstRow?.total ?? 0) / STAFF_JOBS.pageSize))
    rows = await pageOfStaffJobs(tx, { ...filter, page }, now)
  }
  const count = rows[0]?.total ?? 0
  return { rows, count, page, pages: Math.max(1, Math.ceil(count / STAFF_JOBS.pageSize)) }
}

export const findStaffJob = (tx: Tx, id: number, areas: Areas) =>
  tx.row<StaffJobRow>(
    sql`select ${jobColumns(areas)} from jobs join job_types on job_types.id = job_type_id where jobs.id = ${id}`,
  )

const ALL_AREAS: Areas = { counties: [], constituencies: [] }

/**
 * Finds a job as `findStaffJob` does, with the counts of all areas. Locks it, so that no one else changes it
 * before the transaction ends.
 */
export const lockStaffJob = async (tx: Tx, id: number) => {
  await tx.row(sql`select id from jobs where id = ${id} for update`)
  return findStaffJob(tx, id, ALL_AREAS)
}

/** A proposed or decided change of a job. `content` is the whole job after the change. */
export type ChangeRow = {
  id: number
  kind: JobChange
  content: JobContent
  reason: string
  publish_at: Date | null
  proposed_by: number
  proposed_by_name: string
  proposed_at: Date
  decided_by: number | null
  decided_by_name: string | null
  decided_at: Date | null
  /** Whether the second officer approved the change; null until an officer decides. */
  approved: boolean | null
  /** The note that the second officer wrote. */
  note: string
  /** For an extension because of an outage: for how many minutes the portal was down; else null. */
  down_minutes: number | null
  /** How many hours before the deadline were measured, if the change is an extension for an outage. */
  measured_hours: number | null
}

export const findChanges = (tx: Tx, jobId: number) =>
  tx.rows<ChangeRow>(sql`
    select change.id, kind, content, reason, publish_at, proposed_by, proposer.name as proposed_by_name, proposed_at, decided_by, decider.name as decided_by_name,
      decided_at, approved, note, down_minutes, measured_hours
    from job_changes change join staff proposer on proposer.id = proposed_by left join staff decider on decider.id = decided_by
    where job_id = ${jobId} order by change.id desc limit 200`)

type Proposal = {
  jobId: number
  kind: JobChange
  content: JobContent
  publishAt: Date | null
  reason: string
  by: number
  now: Date
  measured: Pick<MeasuredExtension, 'downMinutes' | 'measuredUntil' | 'rule'> | undefined
}

/**
 * The constraint `job_changes_waiting` refuses a second waiting change. The measured hours are stored only
 * when the officer gave no reason, because `changeReason` then makes one from them.
 */
export const insertChange = (tx: Tx, proposal: Proposal) =>
  tx.row<{ id: number }>(sql`
    insert into job_changes (job_id, kind, content, publish_at, reason, proposed_by, proposed_at, down_minutes, measured_until, measured_hours)
    values (${proposal.jobId}, ${proposal.kind}, ${JSON.stringify(proposal.content)}::jsonb, ${proposal.publishAt}, ${proposal.reason}, ${proposal.by}, ${proposal.now},
      ${proposal.measured?.downMinutes ?? null}, ${proposal.measured?.measuredUntil ?? null}, ${proposal.reason === '' ? (proposal.measured?.rule.hours ?? null) : null}) returning id`)

export const findOpenChange = (tx: Tx, jobId: number, id: number) =>
  tx.row<
    Pick<
      ChangeRow,
      'id' | 'kind' | 'content' | 'publish_at' | 'reason' | 'proposed_by' | 'down_minutes' | 'measured_hours'
    >
  >(sql`
    select id, kind, content, publish_at, reason, proposed_by, down_minutes, measured_hours from job_changes where id = ${id} and job_id = ${jobId} and decided_at is null`)

/** Returns 0 if someone decided the change meanwhile. `deadlineBefore`: the old deadline. */
export const decideChange = (
  tx: Tx,
  id: number,
  values: { by: number; approved: boolean; note: string; now: Date; deadlineBefore?: Date | null },
) =>
  tx.run(sql`
    update job_changes set decided_by = ${values.by}, decided_at = ${values.now}, approved = ${values.approved}, note = ${values.note},
      deadline_before = ${values.deadlineBefore ?? null} where id = ${id} and decided_at is null`)

/** Whether the job has a selection that was not abandoned and did not fail. */
export const hasSelection = async (tx: Tx, jobId: number) =>
  (await tx.row(
    sql`select from selections where job_id = ${jobId} and state not in ('abandoned', 'failed')`,
  )) !== undefined

/** Whether a selection rule of the job waits for its approval. */
export const hasUnapprovedRule = async (tx: Tx, jobId: number) =>
  (await tx.row(
    sql`select from selection_rules where job_id = ${jobId} and state in ('drafting', 'proposed')`,
  )) !== undefined

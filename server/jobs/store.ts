import { empty, join } from 'sql-template-tag'
import type { ExtensionField } from '#contract/jobs/extensions.ts'
import type { JobFilters, WiderFilters } from '#contract/jobs/endpoints.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'
import type { DOCUMENTS_REQUESTED, Sort } from '#contract/jobs/words.ts'
import { JOBS } from '#contract/jobs/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { isListedClosedAt, isListedOpenAt } from '../database/open-jobs.ts'
import { type KiswahiliColumns, kiswahiliColumns } from './texts.ts'

// The SQL for the public pages about jobs: the list and its filters, one job, and its public changes.

export type JobRow = KiswahiliColumns & {
  id: number
  reference: string
  title: string
  department: string
  location: string
  job_type_id: number
  job_type_name: string
  job_type_code: 'internal' | 'external' | 'huduma' | 'by_election'
  // These four fields are null when officers left them empty.
  category: string | null
  vacancies: number | null
  terms: string | null
  remuneration: string | null
  description_html: string
  qualification_html: string
  preview: string
  is_active: boolean
  /** The deadline; null for a job without one. */
  expiry_date: Date | null
  /** When the job was published. */
  created_at: Date
  updated_at: Date
}

const columns = sql`
  jobs.id, reference, title, department, location, job_type_id, job_types.name as job_type_name,
  job_types.code as job_type_code, category, vacancies, terms, remuneration, description_html, qualification_html,
  preview, jobs.is_active, expiry_date, created_at, updated_at, ${kiswahiliColumns}`

// Orders by columns of the index `jobs_listed` only. `closes` is the deadline, or infinity without one.
const ORDERS: Record<Sort, Sql> = {
  closing: sql`closes, id`,
  newest: sql`created_at desc, id desc`,
  posts: sql`vacancies desc nulls last, id`,
}

// Escapes the wildcards in typed text, so that they are searched as normal characters.
const containsPattern = (typed: string) => `%${typed.trim().replace(/[\\%_]/g, '\\$&')}%`

/** SQL conditions that find the typed text in the title, and the typed place in the location (S1 §5). */
export const inTitle = ({ search, language }: WiderFilters): Sql => {
  if (!search.trim()) return sql`true`
  const pattern = containsPattern(search)
  const inEnglish = sql`title ilike ${pattern}`
  // The list's index does not contain the Kiswahili title. A subquery can use the index `jobs_title_sw`.
  return language === 'sw'
    ? sql`(${inEnglish} or id in (select job.id from jobs job where job.is_active and job.title_sw ilike ${pattern}))`
    : inEnglish
}
export const inLocation = (widerFilters: WiderFilters): Sql =>
  widerFilters.location.trim() ? sql`location ilike ${containsPattern(widerFilters.location)}` : sql`true`

/** SQL conditions for the filters that people choose from a list, not those that they type. */
export const chosenFilters = (widerFilters: WiderFilters, now: Date): Sql => {
  const conditions = [sql`is_active`]
  if (widerFilters.include_expired !== '1') conditions.push(isListedOpenAt(now))
  if (widerFilters.job_type.trim())
    conditions.push(
      sql`job_type_id = (select id from job_types where name = ${widerFilters.job_type.trim()})`,
    )
  // If a job has no category, the category's name is searched in its title and department (J6).
  if (widerFilters.category.trim())
    conditions.push(
      sql`(category = ${widerFilters.category.trim()} or (category is null and (title ilike ${containsPattern(widerFilters.category)} or department ilike ${containsPattern(widerFilters.category)})))`,
    )
  return join(conditions, ' and ')
}

const listConditions = (jobFilters: JobFilters, now: Date): Sql =>
  join([chosenFilters(jobFilters, now), inTitle(jobFilters), inLocation(jobFilters)], ' and ')

/** The list's order as SQL: expired jobs after open ones, then as the filter `sort` says. */
export const orderOf = (widerFilters: WiderFilters, now: Date): Sql =>
  sql`${widerFilters.include_expired === '1' ? sql`${isListedClosedAt(now)}, ` : empty}${ORDERS[widerFilters.sort || 'closing']}`

/**
 * The ids of all matching jobs, in order, expired jobs after open ones, and the time when the first of them
 * closes. If no job changes, the list stays the same until then. An index alone answers this query.
 */
export const jobListQuery = (jobFilters: JobFilters, now: Date): Sql => {
  const order = orderOf(jobFilters, now)
  return sql`
    select coalesce(string_agg(id::text, ',' order by ${order}), '') as ids, min(closes) filter (where ${isListedOpenAt(now)} and isfinite(closes)) as first_closes
    from (select id, closes, created_at, vacancies from jobs where ${listConditions(jobFilters, now)} order by ${order} limit ${JOBS.maxFound}) as found`
}

export async function findList(
  tx: Tx,
  jobFilters: JobFilters,
  now: Date,
): Promise<{ ids: number[]; firstCloses: Date | null }> {
  const found = await tx.row<{ ids: string; first_closes: Date | null }>(jobListQuery(jobFilters, now))
  return { ids: found?.ids ? found.ids.split(',').map(Number) : [], firstCloses: found?.first_closes ?? null }
}

// A job's version contains `xmin`, the transaction that wrote its row last. So each change of the job or its
// type gives a version that the job never had before.
const version = sql`jobs.xmin::text || '.' || job_types.xmin::text as version`

export type JobVersion = { id: number; version: string }
/** One row for each of the given jobs that is public now, with its version, in no particular order. */
export const versionsOfPublic = (ids: number[]): Sql => sql`
  select jobs.id, ${version} from jobs join job_types on job_types.id = job_type_id where jobs.id = any(${ids}::bigint[]) and jobs.is_active`
export const findPublicVersions = (tx: Tx, ids: number[]) => tx.rows<JobVersion>(versionsOfPublic(ids))

export const findJobsInFull = (tx: Tx, ids: number[]) =>
  tx.rows<JobRow & JobVersion>(
    sql`select ${columns}, ${version} from jobs join job_types on job_types.id = job_type_id where jobs.id = any(${ids}::bigint[])`,
  )

type FullJobRow = JobRow & {
  experience_required: boolean
  min_referees: number
  documents: (typeof DOCUMENTS_REQUESTED)[number]
  wanted_documents: WantedDocument[]
  min_age: number | null
  publicly_updated_at: Date | null
  /** Whether a published rule decides which applicants for the job are selected. */
  by_rule: boolean
} & { [Field in ExtensionField]: number | null }

export const findJob = (tx: Tx, id: number) =>
  tx.row<FullJobRow>(sql`
    select ${columns}, experience_required, min_referees, documents, wanted_documents, min_age, publicly_updated_at,
      extension_minutes, extension_hours, extension_times, extension_least_hours, extension_night_from, extension_night_until,
      exists (select from selection_rules where job_id = jobs.id and state = 'approved') as by_rule
    from jobs join job_types on job_types.id = job_type_id where jobs.id = ${id} and jobs.is_active`)

export type PublicChange = {
  at: Date
  reason: string
  kind: string
  /** The old deadline, if the change moved it. Null if it did not, or if there was none. */
  from: Date | null
  /** How many minutes the portal was down in the last `measured_hours` before the deadline. */
  down_minutes: number | null
  /** This and `down_minutes` are null when the change has another reason. */
  measured_hours: number | null
}

/**
 * Changes of a job that the public sees, newest first: those approved since it was last published. It counts
 * as published at the approval or at `publish_at`, whichever is later.
 */
export const findPublicChanges = (tx: Tx, id: number) =>
  tx.rows<PublicChange>(sql`
    select decided_at as at, reason, kind, deadline_before as from, down_minutes, measured_hours from job_changes change
    where job_id = ${id} and approved and kind in ('edit', 'extend', 'end_early', 'reopen') and not exists (
      select from job_changes published where published.job_id = change.job_id and published.kind = 'publish' and published.approved
        and (published.id > change.id or greatest(published.publish_at, published.decided_at) > change.decided_at))
    order by change.id desc limit ${JOBS.changesShown}`)

export type OwnApplication = { job_id: number; id: number; is_completed: boolean }

/** A person's applications for the given jobs (L9). */
export const findOwnApplications = (tx: Tx, userId: number, jobIds: number[]) =>
  tx.rows<OwnApplication>(sql`
    select job_id, id, is_completed from job_applications where user_id = ${userId} and job_id = any(${jobIds}::bigint[]) and withdrawn_at is null`)

export const findTypes = (tx: Tx) =>
  tx.rows<{ id: number; name: string; code: JobRow['job_type_code']; is_active: boolean }>(sql`
    select id, name, code, is_active from job_types where is_active order by id limit 100`)

/** Finds a job type by id, even if it is no longer active. */
export const findType = (tx: Tx, id: number) =>
  tx.row<{ id: number; name: string; code: JobRow['job_type_code']; is_active: boolean }>(sql`
    select id, name, code, is_active from job_types where id = ${id}`)

/**
 * Sums of all open jobs (`name` is null) and of each category. A job belongs to a category by the same rule
 * as in the list's filter. `notices` is the number of jobs, `posts` of their vacancies.
 */
export const sumOpenJobs = (tx: Tx, categories: readonly string[], now: Date) =>
  tx.rows<{ name: string | null; notices: number; posts: number; next_deadline: Date | null }>(sql`
    with open as (select id, category, title, department, vacancies, closes from jobs where is_active and ${isListedOpenAt(now)})
    select null as name, count(*) as notices, coalesce(sum(vacancies), 0) as posts, min(closes) filter (where isfinite(closes)) as next_deadline from open
    union all
    select wanted, count(open.id), coalesce(sum(vacancies), 0), min(closes) filter (where isfinite(closes))
    from unnest(${[...categories]}::text[]) as wanted
    left join open on category = wanted
      or (category is null and (title ilike '%' || wanted || '%' or department ilike '%' || wanted || '%'))
    group by wanted`)

/** The values of the list's filters. The numbers of open and of all public jobs limit its page numbers. */
export const findFilterValues = async (tx: Tx, now: Date) => {
  const values = await tx.row<{
    types: string[]
    categories: string[]
    locations: string[]
    open: number
    all: number
  }>(sql`
    with listed as (select category, location, closes from jobs where is_active)
    select array(select name from job_types order by id limit 500) as types,
      array(select distinct category from listed where category is not null limit 100) as categories,
      array(select distinct location from listed limit 300) as locations,
      (select count(*) from listed where ${isListedOpenAt(now)}) as open,
      (select count(*) from listed) as all`)
  return values ?? { types: [], categories: [], locations: [], open: 0, all: 0 }
}

export const countJobs = async (tx: Tx) =>
  (await tx.row<{ count: number }>(sql`select count(*) as count from jobs`))?.count ?? 0

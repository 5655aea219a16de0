import type { Education, Experience, Referee } from '#contract/job-applications/rules.ts'
import type { Unfinished } from '#contract/job-applications/entries.ts'
import type { OwnStatus, Status } from '#contract/job-applications/words.ts'
import type { StoredChangeReason } from '#contract/jobs/extensions.ts'
import type { WantedDocument } from '#contract/jobs/wanted-documents.ts'
import type { DOCUMENTS_REQUESTED, JOB_TYPE_CODES } from '#contract/jobs/words.ts'
import type { Language } from '#contract/language/paths.ts'
import { APPLICATION } from '#contract/job-applications/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import { titleFor, titleOfThatTime } from '../jobs/texts.ts'
import { notificationsInsert } from '../notifications/add-notification.ts'
import { documentsAsJson, type StoredDocument } from '../documents/documents.ts'

/** An application with its job, its person and, once it is sent, its frozen content. */
export type ApplicationRow = {
  id: number
  job_id: number
  /** The draft's version. Each write raises it, so an older page cannot overwrite a newer draft (T22). */
  version: number
  /** True once the application was sent. */
  is_completed: boolean
  /** The reference number; null until the application is sent. */
  reference_number: string | null
  status: Status
  created_at: Date
  updated_at: Date
  // When it was sent and when it was withdrawn; each is null before that.
  submitted_at: Date | null
  withdrawn_at: Date | null
  education: Education[]
  experience: Experience[]
  referees: Referee[]
  address: string
  employment_number: string
  huduma_centre_id: number | null
  huduma_centre_name: string | null
  by_election_area_id: number | null
  by_election_area_name: string | null
  /** What the person typed and did not complete; null when everything is complete. */
  unfinished: Unfinished | null
  /** The names of all qualification levels, by id, also of those that officers switched off. */
  levels: Record<string, string>
  documents: StoredDocument[]
  job_reference: string
  job_title: string
  /** Null when the job has no Kiswahili title. */
  job_title_sw: string | null
  job_type: string
  job_type_code: (typeof JOB_TYPE_CODES)[number]
  job_location: string
  qualification_html: string
  expiry_date: Date | null
  job_is_active: boolean
  experience_required: boolean
  min_referees: number
  documents_asked: (typeof DOCUMENTS_REQUESTED)[number]
  wanted_documents: WantedDocument[]
  /** The least age of an applicant on the closing date; null when the job asks for none. */
  min_age: number | null
  first_name: string
  last_name: string
  email: string
  phone: string
  idno: string
  profile_address: string
  /** The frozen content as canonical JSON; null until the application is sent. */
  frozen: string | null
  /** The receipt as JSON; null until the application is sent. */
  receipt: string | null
  idempotency_key: string | null
  /** The number of the version that was sent last; null before the first submit (W15). */
  sent_version: number | null
  /** When the owner reopened the sent application for a correction; null without a correction. */
  reopened_at: Date | null
  /** The number of the version that the correction will have; null without a correction. */
  correction_version: number | null
  /** During a correction, the documents that were sent; `documents` then holds the correction's. */
  sent_documents: StoredDocument[] | null
}

/** The columns of `ApplicationRow`, read from the tables that `applicationTables` joins. */
export const applicationColumns = sql`
  application.id, application.job_id, application.version, application.is_completed, application.reference_number, application.status, application.created_at, application.updated_at, application.submitted_at, application.withdrawn_at,
  application.education, application.experience, application.referees, application.address, application.employment_number, application.huduma_centre_id, centre.name as huduma_centre_name,
  application.by_election_area_id, area.area_name as by_election_area_name, application.unfinished,
  (select jsonb_object_agg(id, name) from qualification_levels) as levels,
  case when application.reopened_at is null then ${documentsAsJson(sql`application.id`)} else ${documentsAsJson(sql`application.id`, sql`submission.version + 1`)} end as documents,
  case when application.reopened_at is not null then ${documentsAsJson(sql`application.id`)} end as sent_documents,
  application.reopened_at, submission.version as sent_version, case when application.reopened_at is not null then submission.version + 1 end as correction_version,
  jobs.reference as job_reference, jobs.title as job_title, jobs.title_sw as job_title_sw, job_types.name as job_type, job_types.code as job_type_code,
  jobs.location as job_location, jobs.qualification_html, jobs.expiry_date, jobs.is_active as job_is_active, jobs.experience_required,
  jobs.min_referees, jobs.documents as documents_asked, jobs.wanted_documents, jobs.min_age,
  users.first_name, users.last_name, users.email, users.phone, users.id_number as idno, users.address as profile_address, submission.frozen, submission.receipt, submission.idempotency_key`

/**
 * The tables for `applicationColumns`. The application's row comes from the table or query `source` and has
 * the alias `application`. `centreId` and `areaId` are SQL for the centre and the area to name. By
 * default they are those of the row.
 */
export const applicationTables = (
  source: Sql,
  centreId = sql`application.huduma_centre_id`,
  areaId = sql`application.by_election_area_id`,
): Sql => sql`
  ${source} application
  join jobs on jobs.id = application.job_id
  join job_types on job_types.id = jobs.job_type_id
  join users on users.id = application.user_id
  left join huduma_centres centre on centre.id = ${centreId}
  left join by_election_areas area on area.id = ${areaId}
  left join submissions submission on submission.application_id = application.id`

/** A person's own application. Undefined when another person owns it (T10). */
export const findApplication = (tx: Tx, userId: number, id: number) =>
  tx.row<ApplicationRow & { qualification_sw: string | null }>(sql`
    select ${applicationColumns}, jobs.qualification_sw from ${applicationTables(sql`job_applications`)} where application.id = ${id} and application.user_id = ${userId}`)

/** A person's application for a job. A withdrawn one does not count, because the person may apply again. */
export const findApplicationOfJob = (tx: Tx, userId: number, jobId: number) =>
  tx.row<{ id: number; is_completed: boolean; is_reopened: boolean }>(sql`
    select id, is_completed, reopened_at is not null as is_reopened
    from job_applications where user_id = ${userId} and job_id = ${jobId} and withdrawn_at is null`)

type StartedRow = Pick<ApplicationRow, 'id' | 'is_completed' | 'reference_number' | 'version'>

/**
 * Starts an application if the job is open and the person has none yet, and adds a notification. `job` is
 * undefined for a missing job, `started` when this call started nothing. `existing` is undefined when there
 * was no application before. The notification is already marked as read: people need no alert about what they
 * have just done.
 */
export const startDraft = async (tx: Tx, userId: number, jobId: number, now: Date, arrivedAt: Date) => {
  const notified = notificationsInsert({
    kind: 'draft_started',
    from: sql`started, job`,
    userId: sql`${userId}::bigint`,
    values: sql`jsonb_strip_nulls(jsonb_build_object('job', title, 'job_sw', title_sw))`,
    url: sql`'/apply?job=' || job.id`,
    isRead: true,
    now,
  })
  const row = await tx.row<{
    title: string
    expiry_date: Date | null
    started: StartedRow | null
    existing: StartedRow | null
  }>(sql`
    with job as (select id, title, title_sw, expiry_date from jobs where id = ${jobId} and is_active),
    started as (
      insert into job_applications (user_id, job_id, created_at, updated_at)
      select ${userId}, id, ${now}::timestamptz, ${now}::timestamptz from job where ${isOpenAt(arrivedAt)}
      on conflict on constraint job_applications_person_job do nothing
      returning id, is_completed, reference_number, version),
    notified as (${notified})
    select title, expiry_date, (select to_jsonb(started) from started) as started, (
      select jsonb_build_object('id', id, 'is_completed', is_completed, 'reference_number', reference_number, 'version', version)
      from job_applications where user_id = ${userId} and job_id = job.id and withdrawn_at is null) as existing
    from job`)
  return {
    job: row && { expiry_date: row.expiry_date },
    started: row?.started ?? undefined,
    existing: row?.existing ?? undefined,
  }
}

export type ListedRow = Pick<
  ApplicationRow,
  | 'id'
  | 'job_id'
  | 'reference_number'
  | 'is_completed'
  | 'created_at'
  | 'updated_at'
  | 'submitted_at'
  | 'expiry_date'
  | 'job_is_active'
  | 'reopened_at'
  | 'correction_version'
> & {
  status: OwnStatus | 'Draft'
  extension: StoredChangeReason | null
  job: { reference: string; title: string; type: string; location: string }
  title_sw: string | null
}

/**
 * A person's applications, newest first (L2). The dashboard counts from the same view `applications_seen`
 * (L3). The view lacks `reopened_at`, so its table is joined as `application`. A sent application shows the
 * job as it was frozen (L8).
 */
export const findApplications = (tx: Tx, userId: number) =>
  tx.rows<ListedRow>(sql`
    select listed.id, listed.job_id, listed.reference_number, listed.status, listed.is_completed, listed.created_at, listed.updated_at, listed.submitted_at, jobs.expiry_date, jobs.is_active as job_is_active,
      application.reopened_at, case when application.reopened_at is not null then submission.version + 1 end as correction_version,
      coalesce(submission.frozen::jsonb -> 'job', jsonb_build_object(
        'reference', jobs.reference, 'title', jobs.title, 'type', job_types.name, 'location', jobs.location)) as job,
      ${titleOfThatTime(sql`submission.frozen::jsonb -> 'job' ->> 'title'`)} as title_sw,
      case when not listed.is_completed then (
        select jsonb_build_object('reason', reason, 'down_minutes', down_minutes, 'measured_hours', measured_hours)
        from job_changes where job_id = listed.job_id and approved and kind in ('extend', 'reopen') order by id desc limit 1) end as extension
    from applications_seen listed
    join job_applications application on application.id = listed.id
    join jobs on jobs.id = listed.job_id
    join job_types on job_types.id = jobs.job_type_id
    left join submissions submission on submission.application_id = listed.id
    where listed.user_id = ${userId}
    order by listed.created_at desc, listed.id desc
    limit ${APPLICATION.maxListed}`)

/**
 * SQL for `centre_open` and `area_open`: whether the centre and the area are active and the job takes them
 * (J9). A job that lists none takes any. Each is true for an application that names none.
 */
export const openPlaceColumns = (jobId: Sql, centreId: Sql, areaId: Sql): Sql => sql`
  (${centreId} is null or exists (select from huduma_centres where id = ${centreId} and huduma_centres.is_active)
    and (exists (select from job_centres where job_id = ${jobId} and centre_id = ${centreId})
      or not exists (select from job_centres where job_id = ${jobId}))) as centre_open,
  (${areaId} is null or exists (select from by_election_areas where id = ${areaId} and by_election_areas.is_active)
    and (exists (select from job_areas where job_id = ${jobId} and area_id = ${areaId})
      or not exists (select from job_areas where job_id = ${jobId}))) as area_open`

/** A sent version of an application, with its recipient. Without a number, the version sent last. */
export const findSentForEmail = (tx: Tx, id: number, version: number | null = null) =>
  tx.row<{
    email: string
    first_name: string
    language: Language
    receipt: string
    title_sw: string | null
  }>(sql`
    select frozen::jsonb -> 'applicant' ->> 'email' as email, frozen::jsonb -> 'applicant' ->> 'first_name' as first_name, users.language, receipt,
      ${titleOfThatTime(sql`frozen::jsonb -> 'job' ->> 'title'`)} as title_sw
    from (
      select application_id, frozen, receipt from submissions where application_id = ${id} and (${version}::smallint is null or version = ${version})
      union all
      select application_id, frozen, receipt from superseded_submissions where application_id = ${id} and version = ${version}) sent
    join job_applications application on application.id = application_id join users on users.id = application.user_id join jobs on jobs.id = application.job_id`)

/**
 * The recipient and the job for a reminder before a deadline. `isUnsent` is an SQL condition on the
 * row `application`. A job without a deadline gives no row.
 */
const findUnsentForEmail = (tx: Tx, isUnsent: Sql, userId: number, jobId: number, now: Date) =>
  tx.row<{ email: string; first_name: string; language: Language; title: string; expiry_date: Date }>(sql`
    select users.email, users.first_name, users.language, ${titleFor(sql`users.language`)} as title, jobs.expiry_date
    from job_applications application join jobs on jobs.id = application.job_id join users on users.id = application.user_id
    where application.user_id = ${userId} and application.job_id = ${jobId} and ${isUnsent} and jobs.is_active and jobs.expiry_date is not null and ${isOpenAt(now)}`)
/** The recipient and the job of a draft. Undefined when the draft is sent or its job is closed. */
export const findDraftForEmail = (tx: Tx, userId: number, jobId: number, now: Date) =>
  findUnsentForEmail(tx, sql`not application.is_completed`, userId, jobId, now)
/** The recipient and the job of an unsent correction. Undefined when it is sent or its job is closed. */
export const findReopenedForEmail = (tx: Tx, userId: number, jobId: number, now: Date) =>
  findUnsentForEmail(tx, sql`application.reopened_at is not null`, userId, jobId, now)

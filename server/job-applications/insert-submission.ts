import type { Answers } from '#contract/job-applications/rules.ts'
import type { DocumentKind } from '#contract/documents/documents.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { isOpenAt } from '../database/open-jobs.ts'
import type { AnswersInput } from './answers.ts'
import { sweepCopies } from './save-draft.ts'
import { openPlaceColumns, applicationColumns, type ApplicationRow, applicationTables } from './store.ts'

// The statement that sends an application, and the query for what must be known before.

/** The data that a submit checks: the draft, and more columns that matter only for sending. */
export type ReadyRow = ApplicationRow & {
  middle_name: string
  document_type: string
  gender: string
  date_of_birth: string
  country: string
  county: string
  constituency: string
  ward: string
  is_pwd: boolean
  disability_type: string
  /** Whether this job takes the named centre, and the named area; true when none is named. */
  centre_open: boolean
  area_open: boolean
  /** Whether the person lives in the by-election area; null when the application names no area. */
  lives_in_area: boolean | null
  staff_number_known: boolean
  /**
   * Whether the person withdrew an application for this job before. A withdrawn application has its id as
   * `withdrawn_id`, any other 0.
   */
  has_withdrawn: boolean
}

// A request sends 0 or '' for a value that it does not have. The query below then reads the draft's value,
// although the application is sent without one (`answersOf`).
const orNull = (value: number | string | undefined) => value || null

/**
 * Reads everything that is checked before an application is sent, in one statement. The centre, the area and
 * the employment number come from `input`, or else from the draft.
 */
export const findForSubmission = (
  tx: Tx,
  userId: number,
  selector: { id: number } | { jobId: number },
  input: AnswersInput,
) => {
  const centreId = sql`coalesce(${orNull(input.huduma_centre)}::int, application.huduma_centre_id)`
  const areaId = sql`coalesce(${orNull(input.by_election_area)}::int, application.by_election_area_id)`
  return tx.row<ReadyRow>(sql`
    select ${applicationColumns}, users.middle_name, users.document_type, users.gender, users.date_of_birth, users.country,
      counties.name as county, constituencies.name as constituency, wards.name as ward,
      users.is_pwd, users.disability_type, ${openPlaceColumns(sql`application.job_id`, centreId, areaId)},
      case when area.ward_code is not null then area.ward_code = users.ward_code
        when area.constituency_code is not null then area.constituency_code = users.constituency_code
        else area.county_code = users.county_code end as lives_in_area,
      exists (select from staff_register where employment_number = upper(trim(coalesce(${orNull(input.employment_number)}, application.employment_number)))) as staff_number_known,
      exists (select from job_applications where user_id = application.user_id and job_id = application.job_id and withdrawn_id > 0) as has_withdrawn
    from ${applicationTables(sql`job_applications`, centreId, areaId)}
    join counties on counties.code = users.county_code
    join constituencies on constituencies.code = users.constituency_code
    join wards on wards.code = users.ward_code
    where application.user_id = ${userId} and ${'id' in selector ? sql`application.id = ${selector.id}` : sql`application.job_id = ${selector.jobId} and application.withdrawn_at is null`}`)
}

/** Locks the row of the application, if it exists, before it is sent. */
export const lockForSubmission = (tx: Tx, userId: number, selector: { id: number } | { jobId: number }) =>
  tx.run(sql`
    select from job_applications where user_id = ${userId} and ${'id' in selector ? sql`id = ${selector.id}` : sql`job_id = ${selector.jobId} and withdrawn_at is null`} for update`)

export type Submission = {
  id: number
  userId: number
  jobId: number
  /** The draft's version that was read. If another write has raised it since, nothing is sent. */
  version: number
  answers: Answers
  /** Answers of the draft that this submit overwrites, for a copy (T22); undefined when none is lost. */
  overwritten: Record<string, unknown> | undefined
  reference: string
  idempotencyKey: string | null
  /** The content of the application, as canonical JSON. */
  frozen: string
  digest: Buffer
  salt: Buffer
  signature: Buffer
  /** The name of the key that made `signature`. */
  key: string
  receipt: string
  /** Doubts that officers check. None stops an application. */
  flags: string[]
  /** The kinds of files without which it is sent, because the portal could not accept them. */
  leftOut: DocumentKind[]
  /** When the application counts as received; the job must still have been open. */
  receivedAt: Date
  /** If the deadline is before this time, the grace period is over and no ticket helps any more. */
  graceFrom: Date
  /** The ticket that proves the arrival: its hash, and the node that issued it. */
  ticket: { hash: Buffer; node: Buffer } | undefined
  /** The kinds of documents to send; all other documents are deleted. Undefined sends all. */
  documents: DocumentKind[] | undefined
  now: Date
}

/** Selects and locks the job; no row when its deadline is before `receivedAt` or `graceFrom`. */
export const lockedOpenJob = ({ jobId, receivedAt, graceFrom }: Submission): Sql => sql`
      select id from jobs
      where id = ${jobId} and is_active and ${isOpenAt(sql`greatest(${receivedAt}::timestamptz, ${graceFrom})`)} for share`

/** The columns with the answers that are sent, for `update job_applications set`. */
export const sentColumns = ({ answers, now }: Submission): Sql => sql`
        submitted_at = ${now}, updated_at = ${now}, version = application.version + 1, education = ${JSON.stringify(answers.education)}::jsonb,
        experience = ${JSON.stringify(answers.experience)}::jsonb, referees = ${JSON.stringify(answers.referees)}::jsonb, address = ${answers.address},
        employment_number = ${answers.employment_number}, huduma_centre_id = ${answers.huduma_centre ?? null},
        by_election_area_id = ${answers.by_election_area ?? null}, unfinished = null`

// The next three functions make parts of the statement that sends an application. They read its `sent` rows.
// A part that may be missing begins with its own comma.
export const insertTicketUse = (
  { receivedAt, ticket }: Pick<Submission, 'receivedAt' | 'ticket'>,
  version = 1,
): Sql =>
  ticket
    ? sql`,
    proven as (
      insert into ticket_uses (application_id, version, hash, node, received_at)
      select id, ${version}, ${ticket.hash}::bytea, ${ticket.node}::bytea, ${receivedAt}::timestamptz from sent)`
    : sql``

/** Stores a copy of overwritten answers. Without any, `content` is null and no row is inserted. */
export const insertOverwritten = ({ version, overwritten, now }: Submission): Sql => sql`
      insert into draft_copies (application_id, version, content, copied_at)
      select id, ${version}, content, ${now}::timestamptz
      from sent, (select ${overwritten ? JSON.stringify(overwritten) : null}::jsonb as content) lost where content is not null`

const deleteOtherDocuments = (kinds: DocumentKind[]): Sql => sql`,
    trimmed as (
      delete from application_documents gone using sent where gone.application_id = sent.id and gone.kind <> all(${kinds}::text[]))`

/**
 * Sends an application in one statement. `followingInserts` returns further inserts, which write only when
 * the application was sent. Undefined when it was not sent: it was sent before, another write came in
 * between, or the job is closed. The statement locks the job's row, so that no one can move its deadline
 * meanwhile (W24).
 * @throws the database's constraint error job_applications_reference_number_key
 */
export const insertSubmission = (
  tx: Tx,
  submission: Submission,
  followingInserts: (sent: Sql) => Record<'notified' | 'enqueued' | 'recorded', Sql>,
) => {
  const { notified, enqueued, recorded } = followingInserts(sql`sent`)
  return tx.row<{ id: number; version: number }>(sql`
    with job as (${lockedOpenJob(submission)}),
    sent as (
      update job_applications application set is_completed = true, reference_number = ${submission.reference},${sentColumns(submission)}
      from job
      where application.id = ${submission.id} and application.user_id = ${submission.userId} and application.job_id = job.id and not application.is_completed and application.version = ${submission.version}
      returning application.id, application.version),
    stored as (
      insert into submissions (application_id, idempotency_key, frozen, digest, salt, signature, key, receipt, flags, left_out, submitted_at)
      select id, ${submission.idempotencyKey}, ${submission.frozen}, ${submission.digest}::bytea, ${submission.salt}::bytea, ${submission.signature}::bytea, ${submission.key}, ${submission.receipt},
        ${submission.flags}::text[], ${submission.leftOut}::text[], ${submission.now}::timestamptz
      from sent),
    copied as (${insertOverwritten(submission)}),
    notified as (${notified}),
    enqueued as (${enqueued}),
    recorded as (${recorded})${insertTicketUse(submission)}${submission.documents ? deleteOtherDocuments(submission.documents) : sql``}
    select id, version from sent`)
}

/** Stores a copy of answers that were refused because the draft has a newer version (T22). */
export const insertRefusedCopy = (
  tx: Tx,
  row: { id: number; version: number },
  input: AnswersInput,
  now: Date,
) =>
  tx.run(sql`
    with copied as (
      insert into draft_copies (application_id, version, content, copied_at)
      values (${row.id}, ${row.version}, ${JSON.stringify({ ...input, refused: true })}::jsonb, ${now})
      returning application_id, octet_length(content::text) as bytes)
    ${sweepCopies}`)

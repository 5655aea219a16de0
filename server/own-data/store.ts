import { sql, type Tx } from '../database/connect.ts'

/** The most rows of a list of a person's data. No one has so many, but every query needs a limit. */
const MOST = 5_000

type Json = Record<string, unknown>

/**
 * Columns of the account that the copy leaves out: they protect the account and say nothing about the person.
 */
const SECRETS = ['password_hash', 'security_answer_hash', 'network_marks']

/** The person's account, with their home in words. A new column of `users` is included automatically. */
export const findAccount = async (tx: Tx, userId: number) =>
  (
    await tx.row<{ account: Json }>(sql`
      select (to_jsonb(users) - ${SECRETS}::text[]) || jsonb_build_object('county', counties.name, 'constituency', constituencies.name, 'ward', wards.name) as account
      from users left join counties on counties.code = county_code left join constituencies on constituencies.code = constituency_code
      left join wards on wards.code = ward_code where users.id = ${userId}`)
  )?.account

/**
 * A document of an application. For an unsent correction or a replaced version, `version` is its number. It
 * is null for a draft or the version sent last (W15).
 */
type OwnDocument = {
  version: number | null
  kind: string
  name: string
  size: number
  state: string
  hash: Buffer
}
/** A sent version of an application that a correction has replaced. */
type EarlierVersion = { version: number; sent: Json; receipt: Json }
export type OwnApplication = {
  id: number
  /** The application's reference number; null for a draft. */
  reference: string | null
  /** All columns of the application, with the title and the reference of its job. */
  application: Json
  /** The content that was sent, and its receipt; both are null for a draft. */
  sent: Json | null
  receipt: Json | null
  earlier: EarlierVersion[]
  /** Answers that the person typed and that another save replaced, or that were refused (T22). */
  earlier_drafts: Json[]
  documents: OwnDocument[]
}

/** All applications of a person, each with its earlier versions, earlier drafts and documents. */
export async function findApplications(tx: Tx, userId: number): Promise<OwnApplication[]> {
  const rows = await tx.rows<Omit<OwnApplication, 'documents'>>(sql`
    select application.id, application.reference_number as reference, submission.frozen::jsonb as sent, submission.receipt::jsonb as receipt,
      coalesce((select jsonb_agg(jsonb_build_object('version', version, 'sent', frozen::jsonb, 'receipt', receipt::jsonb) order by version)
        from superseded_submissions where application_id = application.id), '[]') as earlier,
      coalesce((select jsonb_agg(jsonb_build_object('version', version, 'copied_at', copied_at, 'content', content) order by id)
        from draft_copies where application_id = application.id), '[]') as earlier_drafts,
      to_jsonb(application) || jsonb_build_object('job', jobs.title, 'job_reference', jobs.reference) as application
    from job_applications application join jobs on jobs.id = application.job_id
    left join submissions submission on submission.application_id = application.id
    where application.user_id = ${userId} order by application.id limit ${MOST}`)
  const documents = await tx.rows<OwnDocument & { application_id: number }>(sql`
    select application_id, document.version, kind, document.name, size, state, hash
    from (
      select application_id, null as version, kind, name, size, state, hash from application_documents
      union all
      select application_id, version, kind, name, size, state, hash from version_documents) document
    join job_applications application on application.id = document.application_id
    where application.user_id = ${userId} order by application_id, document.version nulls first, kind limit ${MOST}`)
  return rows.map((row) => ({
    ...row,
    documents: documents.filter(({ application_id }) => application_id === row.id),
  }))
}

/**
 * What published selections say about the person's applications. A run that left the person out has no
 * result: `gone` is the reason, and the points are those that counted last.
 */
const findSelections = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select application.reference_number as reference, run.number as run, run.published_at, person.unit, person.place,
      coalesce(result.points, (select change.points from selection_changes change
        where change.selection_id = run.selection_id and change.application_id = application.id and change.kind = 'points' and change.approved
          and change.decided_at < run.started_at order by change.id desc limit 1), person.points) as points,
      result.rank, result.place_rank, result.result, result.reason as why,
      case when result.run_id is null then (select reason_kind from selection_changes change
        where change.selection_id = run.selection_id and change.application_id = application.id and change.kind = 'gone' and change.approved) end as gone
    from job_applications application join selection_people person on person.application_id = application.id
    join selection_runs run on run.selection_id = person.selection_id and run.state = 'published'
    left join selection_results result on result.run_id = run.id and result.application_id = application.id
    where application.user_id = ${userId} order by run.id, application.id limit ${MOST}`)

const findNotifications = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select type, kind, params, url, created_at, is_read from notifications where user_id = ${userId} order by id limit ${MOST}`)

/** A session ends at `expires_at`. The portal may move this time later, but never past `ends_at`. */
const findSessions = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select device, opened_at, expires_at, ends_at, network_known from sessions where user_id = ${userId} order by opened_at limit ${MOST}`)

const findFailedLogins = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select device, failed_at from failed_logins where user_id = ${userId} order by failed_at limit ${MOST}`)

const findPasskeys = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select name, created_at, last_used_at from passkeys where user_id = ${userId} order by id limit ${MOST}`)

const findCorrections = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select old_values, new_values, reason, asked_at, correct, case when decided_at is not null then note end as note, decided_at, taken_back_at
    from corrections where user_id = ${userId} order by id limit ${MOST}`)

/** Corrections of the account that one officer of support made alone, before two officers were required. */
const findNameCorrections = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select old_first_name, old_middle_name, old_last_name, new_first_name, new_middle_name, new_last_name, reason, corrected_at
    from name_corrections where user_id = ${userId} order by id limit ${MOST}`)

const findEmailChanges = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select old_email, new_email, asked_at, changed_at, ended_at from email_changes where user_id = ${userId} order by asked_at limit ${MOST}`)

const findNewsletter = (tx: Tx, userId: number) =>
  tx.rows<Json>(sql`
    select subscriber.email, subscriber.requested_at, subscriber.confirmed_at, subscriber.stopped_at, subscriber.language
    from newsletter_subscribers subscriber join users on users.email = subscriber.email where users.id = ${userId} limit 1`)

/** All lists of a person's data, apart from the account and the applications. */
export const findLists = async (tx: Tx, userId: number) => ({
  selections: await findSelections(tx, userId),
  notifications: await findNotifications(tx, userId),
  logged_in: await findSessions(tx, userId),
  corrections: await findCorrections(tx, userId),
  name_corrections: await findNameCorrections(tx, userId),
  passkeys: await findPasskeys(tx, userId),
  failed_logins: await findFailedLogins(tx, userId),
  email_changes: await findEmailChanges(tx, userId),
  newsletter: await findNewsletter(tx, userId),
})

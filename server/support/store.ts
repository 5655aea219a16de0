import { SUPPORT } from '#contract/support/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

export type FoundRow = {
  id: number
  first_name: string
  middle_name: string
  last_name: string
  email: string
  county: string
  verified: boolean
}

const findUsers = (tx: Tx, where: Sql) =>
  tx.rows<FoundRow>(sql`
    select users.id, first_name, middle_name, last_name, email, counties.name as county, email_verified_at is not null as verified
    from users join counties on counties.code = users.county_code
    where ${where} order by users.id limit ${SUPPORT.peopleFound + 1}`)

// Each search uses an index, so it never reads the whole table. It returns one person more than is shown, so
// that the page knows whether there are more.
export const findByEmail = (tx: Tx, email: string) => findUsers(tx, sql`email = ${email}`)
export const findByPhone = (tx: Tx, phone: string) => findUsers(tx, sql`phone = ${phone}`)
/** The identity number is stored as the person typed it, or in capital letters. */
export const findByDocument = (tx: Tx, number: string) =>
  findUsers(
    tx,
    sql`document_type in ('ID Card', 'Passport') and id_number in (${number}, ${number.toUpperCase()})`,
  )
export const findByReference = (tx: Tx, reference: string) =>
  findUsers(tx, sql`users.id = (select user_id from job_applications where reference_number = ${reference})`)
/** Finds people born on that day (`2001-05-06`). Each search word must be the start of one of their names. */
export const findByName = (tx: Tx, words: string[], born: string) =>
  findUsers(
    tx,
    sql`date_of_birth = ${born}::date and not exists (
      select from unnest(${words}::text[]) as word
      where strpos(' ' || lower(concat_ws(' ', first_name, middle_name, last_name)), ' ' || lower(word)) = 0)`,
  )

export type HelpedRow = {
  id: number
  first_name: string
  middle_name: string
  last_name: string
  email: string
  created_at: Date
  email_verified_at: Date | null
  /** How many sessions of the person are open, and when the oldest was opened; null when none is. */
  sessions: number
  logged_in_since: Date | null
}

// Support does not read columns that could open an account or that reveal more than it needs.
export const findHelped = (tx: Tx, id: number, now: Date) =>
  tx.row<HelpedRow>(sql`
    select id, first_name, middle_name, last_name, email, created_at, email_verified_at,
      (select count(*) from sessions where user_id = users.id and expires_at > ${now})::int as sessions,
      (select min(opened_at) from sessions where user_id = users.id and expires_at > ${now}) as logged_in_since
    from users where id = ${id}`)

/**
 * Finds a person as `findHelped` does, and locks the row, so that no one else changes the person meanwhile.
 */
export const lockHelped = async (tx: Tx, id: number, now: Date) => {
  await tx.row(sql`select from users where id = ${id} for update`)
  return findHelped(tx, id, now)
}

/** `reference_number` and `submitted_at` are null in a draft. `withdrawn_at` is null unless withdrawn. */
type AppliedRow = {
  reference_number: string | null
  status: string
  submitted_at: Date | null
  withdrawn_at: Date | null
  job_reference: string
  title: string
}

/** The person's applications as the person sees them: without stage, decision list or note. */
export const findApplied = (tx: Tx, userId: number) =>
  tx.rows<AppliedRow>(sql`
    select application.reference_number, application.status, application.submitted_at, withdrawn_at, jobs.reference as job_reference, jobs.title
    from applications_seen application join job_applications using (id) join jobs on jobs.id = application.job_id
    where application.user_id = ${userId} order by application.created_at desc, application.id desc limit ${SUPPORT.applicationsShown}`)

type EmailRow = {
  topic: string
  created_at: Date
  attempts: number
  last_error: string | null
  /** Whether no mail server accepted the email and the portal has stopped trying. */
  dead: boolean
  /** Whether the email is about an application of the person. */
  of_application: boolean
}

/**
 * Finds queued emails to the person by the ids in their payload: the person's, or those of their
 * applications. The first condition uses an index, but mixes these kinds of ids. So the second condition
 * leaves out another person's application whose id equals the person's id.
 */
export const findEmails = (tx: Tx, { id, email }: { id: number; email: string }) =>
  tx.rows<EmailRow>(sql`
    select topic, created_at, attempts, last_error, dead_at is not null as dead,
      coalesce(payload ->> 'applicationId', payload ->> 'application') is not null as of_application
    from outbox
    where coalesce(payload ->> 'userId', payload ->> 'email', payload ->> 'applicationId', payload ->> 'application') = any(
        array[${String(id)}::text, ${email}] || array(select id::text from job_applications where user_id = ${id}))
      and (payload ->> 'userId' = ${String(id)} or payload ->> 'email' = ${email}
        or coalesce(payload ->> 'applicationId', payload ->> 'application') in (select id::text from job_applications where user_id = ${id}))
    order by id desc limit ${SUPPORT.emailsShown}`)

export type Names = { first_name: string; middle_name: string; last_name: string }
type CorrectionRow = {
  id: number
  corrected_at: Date
  by: string
  reason: string
  /** The person's full name before and after the correction. */
  was: string
  became: string
}

export const findCorrections = (tx: Tx, userId: number) =>
  tx.rows<CorrectionRow>(sql`
    select correction.id, corrected_at, staff.name as by, reason,
      concat_ws(' ', old_first_name, nullif(old_middle_name, ''), old_last_name) as was,
      concat_ws(' ', new_first_name, nullif(new_middle_name, ''), new_last_name) as became
    from name_corrections correction join staff on staff.id = staff_id
    where user_id = ${userId} order by correction.id desc limit ${SUPPORT.correctionsShown}`)

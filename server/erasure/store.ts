import { VERDICTS } from '#contract/job-applications/withdrawal.ts'
import type { StayingApplication } from '#contract/erasure/endpoints.ts'
import type { Language } from '#contract/language/paths.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'
import { titleOfThatTime } from '../jobs/texts.ts'

/** The most applications of a person that are read. No one has that many, but every list has a limit. */
const MAX_APPLICATIONS = 5_000

/**
 * Until when an application is kept, and until when an officers' hold keeps it. Both are SQL expressions over
 * `job_applications` and `jobs`.
 */
export type RetentionEnds = { storedUntil: Sql; heldUntil: Sql }

/** An application, with what happens to it when its applicant deletes their account. */
export type PlannedRow = {
  id: number
  /** The reference number of the application; null for a draft. */
  reference: string | null
  /** The title of the job when the application was submitted. */
  job: string
  /** The job's title in Kiswahili. Null if there is none for that English title. */
  job_sw: string | null
  is_completed: boolean
  is_withdrawn: boolean
  is_decided: boolean
  /**
   * Why the application is kept; null when it is deleted at once. `decided`: officers have decided on it.
   * `selection`: it is in the pool of a selection. `held`: officers hold the recruitment.
   */
  why: StayingApplication['why'] | null
  /** Until when it is kept. Null if its recruitment has no end yet, or one over a hundred years away. */
  until: Date | null
}

const frozenTitle = sql`submission.frozen::jsonb -> 'job' ->> 'title'`

/** The applications of a person, in the order of their ids. `only` is an additional condition. */
const selectPlanned = (
  userId: number,
  { storedUntil, heldUntil }: RetentionEnds,
  now: Date,
  only: Sql,
): Sql => sql`
  select job_applications.id, reference_number as reference, coalesce(${frozenTitle}, jobs.title) as job, ${titleOfThatTime(frozenTitle)} as job_sw,
    is_completed, withdrawn_at is not null as is_withdrawn, status = any(${VERDICTS}::text[]) as is_decided,
    case when not is_completed then null
      when status = any(${VERDICTS}::text[]) then 'decided'
      when exists (select from selection_people where application_id = job_applications.id) then 'selection'
      when ${heldUntil} > ${now}::timestamptz then 'held' end as why,
    case when ${storedUntil} < ${now}::timestamptz + interval '100 years' then ${storedUntil} end as until
  from job_applications join jobs on jobs.id = job_applications.job_id
  left join submissions submission on submission.application_id = job_applications.id
  where job_applications.user_id = ${userId} and ${only}
  order by job_applications.id`

export const findPlanned = (tx: Tx, userId: number, retentionEnds: RetentionEnds, now: Date) =>
  tx.rows<PlannedRow>(sql`${selectPlanned(userId, retentionEnds, now, sql`true`)} limit ${MAX_APPLICATIONS}`)

/**
 * The next application that still belongs to the person, locked, so that no decision comes in between. It
 * locks the facts before the application, in the order of a decision. Undefined when none is left. `gone`
 * when another call deleted the application before it was locked.
 */
export async function lockNext(tx: Tx, userId: number, retentionEnds: RetentionEnds, now: Date) {
  const nextApplication = await tx.row<{ id: number }>(
    sql`select id from job_applications where user_id = ${userId} order by id limit 1`,
  )
  if (!nextApplication) return undefined
  await tx.run(sql`select from application_facts where application_id = ${nextApplication.id} for update`)
  await tx.run(sql`select from job_applications where id = ${nextApplication.id} for update`)
  const row = await tx.row<PlannedRow>(
    selectPlanned(userId, retentionEnds, now, sql`job_applications.id = ${nextApplication.id}`),
  )
  return row ?? 'gone'
}

/** Allows one deletion of an account at a time: a second call waits, and then finds no account. */
export const lockDeletion = (tx: Tx, userId: number) =>
  tx.run(sql`select pg_advisory_xact_lock(hashtextextended('erasure ' || ${userId}::bigint, 0))`)

type AccountRow = { email: string; language: Language }
export const findAccount = (tx: Tx, userId: number) =>
  tx.row<AccountRow>(sql`select email, language from users where id = ${userId}`)

/** Locks the account, so that no application can be started for it from now on. */
export const lockAccount = (tx: Tx, userId: number) =>
  tx.run(sql`select from users where id = ${userId} for update`)

export const deleteDraft = (tx: Tx, id: number) =>
  tx.run(sql`delete from job_applications where id = ${id} and not is_completed`)

export const isSubscribed = async (tx: Tx, userId: number) =>
  (await tx.row(sql`
    select from newsletter_subscribers subscriber join users on users.email = subscriber.email
    where users.id = ${userId} and stopped_at is null`)) !== undefined

/** Deletes the account's address from the newsletter about new jobs. */
export const forgetSubscriber = (tx: Tx, email: string) =>
  tx.run(sql`delete from newsletter_subscribers where email = ${email}`)

/** Deletes the account and all that belongs only to it: sessions, notifications, passkeys, and so on. */
export const deleteAccount = (tx: Tx, userId: number) => tx.run(sql`delete from users where id = ${userId}`)

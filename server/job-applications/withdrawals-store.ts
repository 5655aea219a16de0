import { VERDICTS } from '#contract/job-applications/withdrawal.ts'
import type { Language } from '#contract/language/paths.ts'
import { sql, type Tx } from '../database/connect.ts'
import { titleOfThatTime } from '../jobs/texts.ts'

// The SQL of withdrawals, and of putting an application back.

export type WithdrawalRow = {
  id: number
  /** The reference number; null only for a draft, and no draft is withdrawn. */
  reference_number: string
  withdrawn_at: Date | null
  is_completed: boolean
  /** The job's title when the application was sent, and its present title in Kiswahili. */
  title: string
  title_sw: string | null
}

/** A person's own application, to withdraw it. Undefined when another person owns it (T10). */
export const findForWithdrawal = (tx: Tx, userId: number, id: number) =>
  tx.row<WithdrawalRow>(sql`
    select application.id, application.reference_number, application.withdrawn_at, application.is_completed, coalesce(submission.frozen::jsonb -> 'job' ->> 'title', jobs.title) as title,
      ${titleOfThatTime(sql`submission.frozen::jsonb -> 'job' ->> 'title'`)} as title_sw
    from job_applications application join jobs on jobs.id = application.job_id left join submissions submission on submission.application_id = application.id
    where application.id = ${id} and application.user_id = ${userId}`)

/**
 * Takes an application from officers' lists. Like every decision, this function locks the facts before the
 * application. Returns `stage` and `is_open` of the facts. Without facts, the stage is 0, the first.
 */
export async function removeFromLists(tx: Tx, userId: number, id: number) {
  // A worker that derives facts of the application locks this row. So the delete waits until the facts are
  // stored.
  await tx.run(
    sql`delete from facts_waiting where application_id in (select id from job_applications where id = ${id} and user_id = ${userId})`,
  )
  const facts = await tx.row<{ stage: number; is_open: boolean }>(sql`
    delete from application_facts where application_id in (select id from job_applications where id = ${id} and user_id = ${userId}) returning stage, is_open`)
  await tx.run(
    sql`delete from application_marks where application_id in (select id from job_applications where id = ${id} and user_id = ${userId})`,
  )
  // A proposed list keeps its entry of the application, because the list must stay as officers read it. When
  // a list is applied, applications without facts are left out.
  await tx.run(sql`
    with gone as (
      delete from decision_entries
      where application_id in (select id from job_applications where id = ${id} and user_id = ${userId}) and list_id in (select id from decisions where state = 'drafting')
      returning list_id)
    update decisions set size = size - 1 from gone where decisions.id = gone.list_id`)
  return facts ?? { stage: 0, is_open: false }
}

/**
 * Marks an application as withdrawn. Undefined when it is decided, or withdrawn already. A withdrawn
 * application has its own id as `withdrawn_id`, others have 0. A unique constraint with this column lets the
 * person apply again.
 */
export const markWithdrawn = (tx: Tx, userId: number, id: number, now: Date) =>
  tx.row<{ job_id: number }>(sql`
    update job_applications set withdrawn_at = ${now}, withdrawn_id = id, updated_at = ${now}
    where id = ${id} and user_id = ${userId} and is_completed and withdrawn_at is null and status <> all(${VERDICTS}::text[])
    returning job_id`)

type NewWithdrawal = {
  /** The id of the application. */
  id: number
  stage: number
  /** Whether officers had seen the applicant's name before the withdrawal. */
  is_open: boolean
  salt: Buffer
  digest: Buffer
  now: Date
}

export const insertWithdrawal = (tx: Tx, { id, stage, is_open, salt, digest, now }: NewWithdrawal) =>
  tx.run(sql`
    insert into withdrawals (application_id, stage, is_open, withdrawn_at, salt, digest)
    values (${id}, ${stage}, ${is_open}, ${now}, ${salt}::bytea, ${digest}::bytea)`)

type WithdrawnApplication = {
  id: number
  job_id: number
  reference_number: string
  title: string
  title_sw: string | null
}

/**
 * The application for a job that a person withdrew last, after `since`; locked until the transaction ends.
 */
export const lockWithdrawn = (tx: Tx, userId: number, jobReference: string, since: Date) =>
  tx.row<WithdrawnApplication>(sql`
    select application.id, application.job_id, application.reference_number, submission.frozen::jsonb -> 'job' ->> 'title' as title,
      ${titleOfThatTime(sql`submission.frozen::jsonb -> 'job' ->> 'title'`)} as title_sw
    from job_applications application join jobs on jobs.id = application.job_id join submissions submission on submission.application_id = application.id
    where application.user_id = ${userId} and jobs.reference = ${jobReference} and application.withdrawn_at > ${since}
    order by application.withdrawn_at desc limit 1 for no key update of application`)

/**
 * Puts a withdrawn application back; its facts are derived again.
 * @throws the database's constraint error job_applications_person_job when the person has applied again
 */
export async function restoreWithdrawn(tx: Tx, id: number, staffId: number, now: Date): Promise<void> {
  await tx.run(sql`
    update job_applications set withdrawn_at = null, withdrawn_id = 0, updated_at = ${now} where id = ${id}`)
  await tx.run(sql`
    update withdrawals set restored_at = ${now}, restored_by = ${staffId} where application_id = ${id} and restored_at is null`)
  await tx.run(sql`insert into facts_waiting (application_id) values (${id}) on conflict do nothing`)
}

export type WithdrawnRow = {
  email: string
  first_name: string
  language: Language
  reference: string
  title: string
  title_sw: string | null
  /** When the application was withdrawn; null when support has put it back. */
  withdrawn_at: Date | null
}

export const findWithdrawnForEmail = (tx: Tx, id: number) =>
  tx.row<WithdrawnRow>(sql`
    select users.email, users.first_name, users.language, application.reference_number as reference, application.withdrawn_at, submission.frozen::jsonb -> 'job' ->> 'title' as title,
      ${titleOfThatTime(sql`submission.frozen::jsonb -> 'job' ->> 'title'`)} as title_sw
    from job_applications application join jobs on jobs.id = application.job_id join users on users.id = application.user_id join submissions submission on submission.application_id = application.id
    where application.id = ${id}`)

/** The receipt of an application that was sent with this key and was withdrawn later. */
export const findWithdrawnReceipt = (tx: Tx, userId: number, jobId: number, idempotencyKey: string) =>
  tx.row<{
    id: number
    is_completed: boolean
    reference_number: string
    version: number
    receipt: string
  }>(sql`
    select application.id, application.is_completed, application.reference_number, application.version, sent.receipt
    from job_applications application cross join lateral (
      select receipt from submissions where application_id = application.id and idempotency_key = ${idempotencyKey}
      union all
      select receipt from superseded_submissions where application_id = application.id and idempotency_key = ${idempotencyKey}) sent
    where application.user_id = ${userId} and application.job_id = ${jobId} and application.withdrawn_id > 0 limit 1`)

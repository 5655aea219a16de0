import { VERDICTS } from '#contract/job-applications/withdrawal.ts'
import type { Status } from '#contract/job-applications/words.ts'
import { sql, type Tx } from '../database/connect.ts'

/** The data of an application that its owner reopens, to change it and send it again (a correction, W15). */
export type ReopenedRow = {
  id: number
  job_id: number
  is_completed: boolean
  status: Status
  withdrawn_at: Date | null
  /** When its owner reopened the application for the present correction; null without a correction. */
  reopened_at: Date | null
  /** The draft's version. Each write raises it, so an older page cannot overwrite a newer draft (T22). */
  version: number
  /** The number of the version that was sent last; null for a draft. */
  sent_version: number | null
  expiry_date: Date | null
  job_is_active: boolean
  /** True when a selection has taken the application into its pool: then it cannot change any more. */
  is_in_pool: boolean
}

/**
 * SQL condition on `job_applications application`: a selection has it in its pool. After a ceremony without a
 * seed, the next selection builds its own pool.
 */
export const isInPool = sql`exists (
  select from selection_people person join selections selection on selection.id = person.selection_id
  where person.application_id = application.id and selection.state <> all('{abandoned,failed}'))`

/**
 * A person's own application, to reopen it; locked until the transaction ends. Undefined if another person
 * owns it.
 */
export const lockForCorrection = async (tx: Tx, userId: number, id: number) => {
  // This waits until no other call holds the row, so that the next statement reads what that call wrote.
  await tx.run(sql`select from job_applications where id = ${id} and user_id = ${userId} for no key update`)
  return tx.row<ReopenedRow>(sql`
    select application.id, application.job_id, application.is_completed, application.status, application.withdrawn_at, application.reopened_at, application.version, submission.version as sent_version, jobs.expiry_date,
      jobs.is_active as job_is_active, ${isInPool} as is_in_pool
    from job_applications application join jobs on jobs.id = application.job_id left join submissions submission on submission.application_id = application.id
    where application.id = ${id} and application.user_id = ${userId}`)
}

// `application_documents` has the files of first drafts and of the versions that officers see.
// `version_documents` has, by version, the files of unsent corrections and of replaced versions.
const copiedColumns = sql`kind, hash, sent_hash, size, type, name, state, fault, flags, scan_due, uploaded_at`

/** Deletes the files of a correction that is not sent. Their version is above the one that was sent last. */
export const deleteCorrectionDocuments = (tx: Tx, id: number) =>
  tx.run(sql`
    delete from version_documents document using submissions made
    where document.application_id = ${id} and made.application_id = document.application_id and document.version > made.version`)

/** The form opens at its last step, the review, because all its steps are complete (W18). */
const AT_REVIEW = { step: 5 }

/** A query `sent` with the content that was sent, which `answersAsSent` reads. */
const sentContent = (id: number) => sql`
  sent as (select application_id, version, frozen::jsonb as content from submissions where application_id = ${id})`
/** Sets the answers of an application to what was sent. */
const answersAsSent = sql`
  education = content -> 'education', experience = content -> 'experience', referees = content -> 'referees', address = content ->> 'address',
  employment_number = content ->> 'employment_number', huduma_centre_id = (content -> 'huduma_centre' ->> 'id')::int,
  by_election_area_id = (content -> 'by_election_area' ->> 'id')::int`

/** Reopens a sent application: the content and the files that were sent become its draft. */
export async function startCorrection(tx: Tx, userId: number, id: number, now: Date) {
  await deleteCorrectionDocuments(tx, id)
  await tx.run(sql`
    insert into version_documents (application_id, version, ${copiedColumns})
    select application_id, (select version + 1 from submissions where application_id = ${id}), ${copiedColumns}
    from application_documents where application_id = ${id}`)
  return tx.row<{ version: number; correction: number }>(sql`
    with ${sentContent(id)}
    update job_applications application set reopened_at = ${now}, updated_at = ${now}, version = application.version + 1, unfinished = ${JSON.stringify(AT_REVIEW)}::jsonb,
      ${answersAsSent}
    from sent where application.id = sent.application_id and application.user_id = ${userId} and application.reopened_at is null
    returning application.version, sent.version + 1 as correction`)
}

/**
 * Ends a correction that was not sent, and deletes its changes. The sent version stays unchanged: no one else
 * ever saw the draft. An application that is not reopened stays as it is.
 */
export async function endCorrection(tx: Tx, userId: number, id: number, now: Date): Promise<void> {
  await deleteCorrectionDocuments(tx, id)
  await tx.run(sql`
    with ${sentContent(id)}
    update job_applications application set reopened_at = null, unfinished = null, version = application.version + 1, updated_at = ${now},
      ${answersAsSent}
    from sent where application.id = sent.application_id and application.user_id = ${userId} and application.reopened_at is not null`)
}

/** The receipt of the version that was sent with this idempotency key; undefined for a new key. */
export const findReceiptWithKey = async (tx: Tx, applicationId: number, key: string) =>
  (
    await tx.row<{ receipt: string }>(sql`
      select receipt from submissions where application_id = ${applicationId} and idempotency_key = ${key}
      union all
      select receipt from superseded_submissions where application_id = ${applicationId} and idempotency_key = ${key} limit 1`)
  )?.receipt

/** The receipts of an application's replaced versions, newest first. */
export const findEarlierReceipts = async (tx: Tx, applicationId: number) =>
  (
    await tx.rows<{ receipt: string }>(
      sql`select receipt from superseded_submissions where application_id = ${applicationId} order by version desc`,
    )
  ).map(({ receipt }) => receipt)

/** The version of an application that was sent last, which a correction replaces. */
export type Superseded = {
  reference: string
  version: number
  salt: Buffer
  digest: Buffer
  submitted_at: Date
}

export const requireSuperseded = async (tx: Tx, applicationId: number): Promise<Superseded> => {
  const row = await tx.row<Superseded>(sql`
    select reference_number as reference, made.version, made.salt, made.digest, made.submitted_at
    from submissions made join job_applications application on application.id = made.application_id where made.application_id = ${applicationId}`)
  if (!row) throw new Error('a correction follows a version that was sent')
  return row
}

/**
 * Removes a corrected application from decision lists in preparation, and closes its entries in other lists:
 * officers read an earlier version. Its facts are derived again. As in every decision, the facts are locked
 * before the application.
 */
export async function restartReview(tx: Tx, userId: number, id: number): Promise<void> {
  const own = sql`(select id from job_applications where id = ${id} and user_id = ${userId})`
  // A worker that derives facts of the application locks this row. So this insert waits until they are
  // stored.
  await tx.run(sql`
    insert into facts_waiting (application_id) select id from ${own} owned on conflict (application_id) do update set failures = 0`)
  await tx.run(sql`
    update application_facts set list_id = null, is_read = false where application_id in ${own} and (list_id is not null or is_read)`)
  await tx.run(sql`delete from application_reads where application_id in ${own}`)
  await tx.run(sql`delete from application_marks where application_id in ${own}`)
  await tx.run(sql`
    with gone as (
      delete from decision_entries
      where application_id in ${own} and list_id in (select id from decisions where state = 'drafting')
      returning list_id)
    update decisions set size = size - 1 from gone where decisions.id = gone.list_id`)
  // A proposed list keeps its entry of the application, because the list must stay as officers read it. When
  // a list is applied, entries that are not open are left out.
  await tx.run(sql`update decision_entries set is_open = false where application_id in ${own} and is_open`)
}

/**
 * Moves the files of the replaced version to its number (`superseded`), and puts the new version's files in
 * their place. `kinds` are the documents that are sent.
 */
export async function replaceDocuments(tx: Tx, id: number, superseded: number, kinds: string[]) {
  await tx.run(sql`
    insert into version_documents (application_id, version, ${copiedColumns})
    select application_id, ${superseded}::smallint, ${copiedColumns} from application_documents where application_id = ${id}`)
  await tx.run(sql`delete from application_documents where application_id = ${id}`)
  await tx.run(sql`
    insert into application_documents (application_id, ${copiedColumns})
    select application_id, ${copiedColumns} from version_documents
    where application_id = ${id} and version = ${superseded + 1} and kind = any(${kinds}::text[])`)
  await tx.run(
    sql`delete from version_documents where application_id = ${id} and version = ${superseded + 1}`,
  )
}

export const isDecided = (status: Status): boolean => VERDICTS.includes(status)

import { KINDS_THAT_SHOW_ALL } from '#contract/audit-log/words.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** An applicant, by user id, or by the id of an application if the account was deleted. */
type SeenApplicant = { userId: number } | { applicationId: number }

/** The applicant whose application has this reference number; undefined when none has it. */
export async function findApplicant(tx: Tx, reference: string): Promise<SeenApplicant | undefined> {
  const row = await tx.row<{ id: number; user_id: number | null }>(
    sql`select id, user_id from job_applications where reference_number = ${reference}`,
  )
  if (!row) return undefined
  return row.user_id === null ? { applicationId: row.id } : { userId: row.user_id }
}

/**
 * Audit entries about a person's account. A list of corrections shows everyone whose request waits. All views
 * of it within 15 minutes make one entry. So a person's request may be newer than the entry that shows it.
 */
const entriesOfAccount = (userId: number, conditions: Sql, orderAndLimit: Sql): Sql => sql`
    (select entry.* from audit_entries entry where entry.user_id = ${userId} and ${conditions} ${orderAndLimit})
    union all
    (select entry.* from audit_entries entry
     where entry.act = 'corrections.listed' and exists (
       select from corrections wanted
       where wanted.user_id = ${userId} and entry.at > wanted.asked_at - interval '15 minutes'
         and entry.at <= coalesce(wanted.decided_at, wanted.taken_back_at, 'infinity')) and ${conditions} ${orderAndLimit})`

/**
 * The audit entries that say who may have seen an applicant. They are about the person or one of their
 * applications (`own`), or about a list or file that contains an application. Entries count too that showed
 * all applicants of a job after the application was sent. An entry about both the account and an application
 * is found by the account only. Each part of the union has `conditions` and `orderAndLimit`, so that an index
 * finds its entries, newest first. `own` has one row for each application of the person, with the time when
 * the application was first sent.
 */
export const entriesThatShow = (seen: SeenApplicant, conditions: Sql, orderAndLimit: Sql): Sql => sql`
  (
    with own as materialized (
      select application.id, application.job_id, coalesce(first_submissions.submitted_at, application.submitted_at) as sent_at
      from job_applications application left join first_submissions on application_id = application.id
      where ${'userId' in seen ? sql`user_id = ${seen.userId}` : sql`application.id = ${seen.applicationId}`})
    ${'userId' in seen ? sql`${entriesOfAccount(seen.userId, conditions, orderAndLimit)} union all` : sql``}
    (select entry.* from audit_entries entry
     where entry.application_id = any(array(select id from own))
       and ${'userId' in seen ? sql`entry.user_id is distinct from ${seen.userId}::bigint` : sql`true`} and ${conditions} ${orderAndLimit})
    union all
    select shown.* from own cross join lateral (
      select entry.* from audit_entries entry
      where entry.job_id = own.job_id and entry.application_id is null and entry.user_id is null and own.sent_at is not null
        and case
          when entry.act = 'blind.lifted' then (entry.detail ->> 'until')::timestamptz > own.sent_at
          when entry.act = any(${[...KINDS_THAT_SHOW_ALL]}::text[]) then entry.at > own.sent_at
          when entry.act = 'export.identities_downloaded' then exists (
            select from export_requests request
            where request.id = (entry.detail ->> 'request')::bigint and request.job_id = own.job_id and own.id = any(request.application_ids))
          when entry.act = 'list.looked_at' then exists (
            select from decision_entries listed
            where listed.list_id = (entry.detail ->> 'list')::bigint and listed.application_id = own.id)
          else entry.detail -> 'applications' @> to_jsonb(own.id)
        end
        and ${conditions} ${orderAndLimit}) shown
  )`

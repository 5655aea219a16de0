import { SHOWN_TO_ALL } from '#contract/audit-log/words.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** Who applied under a reference number. */
export const findApplicant = (tx: Tx, reference: string) =>
  tx.row<{ user_id: number }>(sql`select user_id from job_applications where reference_number = ${reference}`)

/**
 * The entries that say who may have seen an applicant: those about the person or an application of theirs,
 * lists and files with it, and what showed all applicants of its job since it was sent. `conditions` and
 * `order` go into each part, so that an index finds each, newest first.
 */
export const entriesThatShow = (userId: number, conditions: Sql, order: Sql): Sql => sql`
  (
    with own as materialized (
      select it.id, it.job_id, first_submissions.submitted_at as sent_at
      from job_applications it left join first_submissions on application_id = it.id where user_id = ${userId})
    (select it.* from audit_entries it where it.user_id = ${userId} and ${conditions} ${order})
    union all
    (select it.* from audit_entries it
     where it.application_id = any(array(select id from own)) and it.user_id is distinct from ${userId}::bigint and ${conditions} ${order})
    union all
    select shown.* from own cross join lateral (
      select it.* from audit_entries it
      where it.job_id = own.job_id and it.application_id is null and it.user_id is null and own.sent_at is not null
        and case
          when it.act = 'blind.lifted' then (it.detail ->> 'until')::timestamptz > own.sent_at
          when it.act = any(${[...SHOWN_TO_ALL]}::text[]) then it.at > own.sent_at
          when it.act = 'export.identities_downloaded' then exists (
            select from export_requests request
            where request.id = (it.detail ->> 'request')::bigint and request.job_id = own.job_id and own.id = any(request.application_ids))
          when it.act = 'list.looked_at' then exists (
            select from decision_entries entry
            where entry.list_id = (it.detail ->> 'list')::bigint and entry.application_id = own.id)
          else it.detail -> 'applications' @> to_jsonb(own.id)
        end
        and ${conditions} ${order}) shown
  )`

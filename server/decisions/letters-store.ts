import type { Status } from '#contract/application-words.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../http/staff-session.ts'
import { inAreas } from '../review/filter.ts'

/** What a letter about a decision says, from what was frozen. */
export type ToldRow = {
  application_id: number
  email: string
  first_name: string
  reference_number: string
  job_title: string
  job_reference: string
  reason: string
}

const told = sql`
  entry.application_id, made.frozen::jsonb -> 'applicant' ->> 'email' as email, made.frozen::jsonb -> 'applicant' ->> 'first_name' as first_name,
  application.reference_number, made.frozen::jsonb -> 'job' ->> 'title' as job_title, made.frozen::jsonb -> 'job' ->> 'reference' as job_reference,
  coalesce(entry.reason, list.reason) as reason`

/** A decision that has taken effect, with how the application stands now. */
export const findDecided = (tx: Tx, listId: number, applicationId: number) =>
  tx.row<ToldRow & { to_stage: number; status: Status }>(sql`
    select ${told}, list.to_stage, application.status
    from decision_entries entry
    join decision_lists list on list.id = entry.list_id
    join job_applications application on application.id = entry.application_id
    join submissions made on made.application_id = entry.application_id
    where entry.list_id = ${listId} and entry.application_id = ${applicationId} and entry.applied_at is not null`)

export const findFirstOn = (tx: Tx, staff: Staff, listId: number, status: Status) =>
  tx.row<ToldRow>(sql`
    select ${told}
    from decision_entries entry
    join decision_lists list on list.id = entry.list_id
    join application_facts it on it.application_id = entry.application_id
    join job_applications application on application.id = entry.application_id
    join submissions made on made.application_id = entry.application_id
    where entry.list_id = ${listId} and (application.status <> ${status} or entry.applied_at is not null) and ${inAreas(staff.areas)}
    order by entry.application_id limit 1`)

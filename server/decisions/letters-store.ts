import type { Status } from '#contract/application-words.ts'
import { sql, type Tx } from '../database/connect.ts'
import type { Staff } from '../http/staff-session.ts'
import { inAreas } from '../staff/areas.ts'

/** What a letter about a decision is made from. */
export type ToldRow = {
  application_id: number
  reference_number: string
  /** Canonical JSON. */
  frozen: string
  reason: string
}

/** A decision that has taken effect, with how the application stands now. */
export const findDecided = (tx: Tx, listId: number, applicationId: number) =>
  tx.row<ToldRow & { to_stage: number; status: Status }>(sql`
    select entry.application_id, application.reference_number, made.frozen, coalesce(entry.reason, list.reason) as reason, list.to_stage, application.status
    from decision_entries entry
    join decision_lists list on list.id = entry.list_id
    join job_applications application on application.id = entry.application_id
    join submissions made on made.application_id = entry.application_id
    where entry.list_id = ${listId} and entry.application_id = ${applicationId} and entry.applied_at is not null`)

/** The reasons on a list, of those whom this officer may see: the commonest, and one more where there is another. */
export const commonReasons = async (tx: Tx, staff: Staff, listId: number): Promise<string[]> => {
  const rows = await tx.rows<{ reason: string }>(sql`
    select coalesce(entry.reason, list.reason) as reason
    from decision_entries entry
    join decision_lists list on list.id = entry.list_id
    join application_facts it on it.application_id = entry.application_id
    where entry.list_id = ${listId} and ${inAreas(staff.areas)} group by 1 order by count(*) desc, 1 limit 2`)
  return rows.map(({ reason }) => reason)
}

import type { Status } from '#contract/application-words.ts'
import { sql, type Tx } from '../database/connect.ts'

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

export const hasOwnReasons = async (tx: Tx, listId: number): Promise<boolean> =>
  (await tx.row(sql`select from decision_entries where list_id = ${listId} and reason is not null limit 1`)) !== undefined

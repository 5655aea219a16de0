import type { StoredReason } from '#contract/decisions/reasons.ts'
import { sql, type Tx } from '../database/connect.ts'

/**
 * The reason given for each application, from the newest of these decision lists that gives one. An entry's
 * own reason comes before the reason of its whole list.
 */
export const reasonsOfApplications = (tx: Tx, lists: number[], ids: number[]) =>
  tx.rows<StoredReason & { application_id: number }>(sql`
    select distinct on (entry.application_id) entry.application_id, stored.kind, stored.values, stored.words
    from decision_entries entry
    join decisions list on list.id = entry.list_id
    join decision_reasons stored on stored.id = coalesce(entry.reason_id, list.reason_id)
    where entry.application_id = any(${ids}::bigint[]) and entry.list_id = any(${lists}::bigint[])
    order by entry.application_id, entry.list_id desc`)

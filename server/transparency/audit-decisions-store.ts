import type { StoredReason } from '#contract/decisions/reasons.ts'
import { sql, type Tx } from '../database/connect.ts'

/** SQL for a reason as JSON, for queries that join `decision_reasons why`. */
const reason = sql`case when why.id is not null then json_build_object('kind', why.kind, 'values', why.values, 'words', why.words) end`

export type AuditedList = {
  id: number
  job_id: number
  to_stage: number
  reason: StoredReason | null
  /** Why the list was decided before the deadline of the job; empty when it was decided later. */
  early_reason: string
  /** In format 1, the digest of a list covers only the words of reasons; in format 2, the whole reasons. */
  digest_format: 1 | 2
  needs_second: boolean
  state: string
  proposed_by: number | null
  decided_by: number | null
  digest: Buffer
  updated_at: Date
}

/** The next decision lists that were proposed, so that their content is frozen. */
export const findFrozenLists = (db: Tx, after: number, count: number) =>
  db.rows<AuditedList>(sql`
    select decision.id, job_id, to_stage, ${reason} as reason, early_reason, digest_format, needs_second, state, proposed_by, decided_by, digest, updated_at
    from decisions decision left join decision_reasons why on why.id = decision.reason_id
    where decision.id > ${after} and state in ('proposed', 'approved', 'applied', 'undone') order by decision.id limit ${count}`)

/** The entries of a decision list. `erased_hash` remains of an erased application's entry, else null. */
export const findListEntries = (db: Tx, listId: number, after: number, count: number) =>
  db.rows<{
    application_id: number
    reason: StoredReason | null
    reserve_number: number | null
    reserve_place: string | null
    erased_hash: Buffer | null
  }>(sql`
    select application_id, reserve_number, reserve_place, ${reason} as reason,
      case when exists (select from erasures where application_id = entry.application_id) then entry.erased_hash end as erased_hash
    from decision_entries entry left join decision_reasons why on why.id = entry.reason_id
    where entry.list_id = ${listId} and application_id > ${after} order by application_id limit ${count}`)

/** Audit entries, oldest first: who proposed and approved a decision list, and with which digest. */
export const findListAuditEntries = (db: Tx, jobId: number, listId: number) =>
  db.rows<{ act: string; staff_id: number | null; digest: string | null }>(sql`
    select act, staff_id, detail ->> 'digest' as digest from audit_entries
    where job_id = ${jobId} and act in ('list.proposed', 'list.approved') and (detail ->> 'list')::bigint = ${listId} order by id`)

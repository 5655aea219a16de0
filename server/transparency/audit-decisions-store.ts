import { sql, type Tx } from '../database/connect.ts'

export type AuditedList = {
  id: number
  job_id: number
  to_stage: number
  reason: string
  needs_second: boolean
  state: string
  proposed_by: number | null
  decided_by: number | null
  digest: Buffer
  updated_at: Date
}

/** Lists that were fixed by being proposed. */
export const listsOf = (db: Tx, after: number, count: number) =>
  db.rows<AuditedList>(sql`
    select id, job_id, to_stage, reason, needs_second, state, proposed_by, decided_by, digest, updated_at from decision_lists
    where id > ${after} and state in ('proposed', 'approved', 'applied', 'undone') order by id limit ${count}`)

export const entriesOf = (db: Tx, listId: number, after: number, count: number) =>
  db.rows<{ application_id: number; reason: string | null }>(sql`
    select application_id, reason from decision_entries where list_id = ${listId} and application_id > ${after} order by application_id limit ${count}`)

/** What the acts say of who proposed and approved a list, and with what digest, oldest first. */
export const decidedActsOf = (db: Tx, jobId: number, listId: number) =>
  db.rows<{ act: string; staff_id: number | null; digest: string | null }>(sql`
    select act, staff_id, detail ->> 'digest' as digest from staff_acts
    where job_id = ${jobId} and act in ('list.proposed', 'list.approved') and (detail ->> 'list')::bigint = ${listId} order by id`)

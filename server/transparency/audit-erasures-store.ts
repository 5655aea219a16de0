import { sql, type Tx } from '../database/connect.ts'

export type AuditedErasure = {
  id: number
  /** The account that was deleted; null when only an application was erased. */
  user_id: number | null
  application_id: number | null
  reference: string
  /** Whether the database still has the account or the application, although it was erased. */
  is_there: boolean
  erased_at: Date
  salt: Buffer
  digest: Buffer
  /** Digests of the log's events. `superseding` is null in the first version, which replaced none. */
  versions: { leaf: string; superseding: string | null }[]
}

/** The next erasures, each with the digests of its application's versions, in hex and in their order. */
export const findErasures = (db: Tx, after: number, count: number) =>
  db.rows<AuditedErasure>(sql`
    select erasure.id, erasure.user_id, erasure.application_id, coalesce(application.reference_number, '') as reference, erasure.erased_at, erasure.salt, erasure.digest,
      exists (select from users where id = erasure.user_id) or exists (select from submissions where application_id = erasure.application_id)
        or exists (select from superseded_submissions where application_id = erasure.application_id) as is_there,
      coalesce((select jsonb_agg(jsonb_build_object('leaf', encode(leaf, 'hex'), 'superseding', encode(superseding, 'hex')) order by version)
        from erased_versions where application_id = erasure.application_id), '[]') as versions
    from erasures erasure left join job_applications application on application.id = erasure.application_id
    where erasure.id > ${after} order by erasure.id limit ${count}`)

/** Which of these applications are erased by now. `auditErasures` checks what is left of them. */
export const findErased = async (db: Tx, applications: number[]): Promise<Set<number>> => {
  const rows = await db.rows<{ id: number }>(
    sql`select application_id as id from erasures where application_id = any(${applications}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

/** Counts the erasure events in the log, minus the erasures in the database: 0 unless some were deleted. */
export const countLostErasures = async (db: Tx) =>
  (
    await db.row<{ events: number }>(sql`
      select (select count(*) from log_events where kind = 'erasure') - (select count(*) from erasures) as events`)
  )?.events ?? 0

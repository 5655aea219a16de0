import { sql, type Tx } from '../database/connect.ts'

type AuditedWithdrawal = {
  id: number
  application_id: number
  reference: string
  salt: Buffer
  digest: Buffer
  withdrawn_at: Date
  /**
   * The withdrawal time in the application's row. If the withdrawal was taken back, the row no longer has
   * that time. Then this is `withdrawn_at`, so that the comparison of both finds no fault.
   */
  marked_at: Date | null
}
/** The next withdrawals by id, also those that were taken back. */
export const findWithdrawals = (db: Tx, after: number, count: number) =>
  db.rows<AuditedWithdrawal>(sql`
    select withdrawal.id, withdrawal.application_id, coalesce(application.reference_number, '') as reference, withdrawal.salt, withdrawal.digest, withdrawal.withdrawn_at,
      case when withdrawal.restored_at is null then application.withdrawn_at else withdrawal.withdrawn_at end as marked_at
    from withdrawals withdrawal join job_applications application on application.id = withdrawal.application_id
    where withdrawal.id > ${after} order by withdrawal.id limit ${count}`)

/**
 * `events`: the number of withdrawal events in the log minus the number of withdrawals. `applications`: how
 * many are marked as withdrawn but have no withdrawal.
 */
export const countLostWithdrawals = (db: Tx) =>
  db.row<{ events: number; applications: number }>(sql`
    select (select count(*) from log_events where kind = 'withdrawal') - (select count(*) from withdrawals) as events,
      (select count(*) from job_applications application where withdrawn_id > 0
        and not exists (select from withdrawals where application_id = application.id and restored_at is null)) as applications`)

/**
 * Sent applications that no officer's list shows, although they were not withdrawn; at most 100. They have no
 * facts, from which the lists are made, and do not wait for facts either.
 */
export const findUnlisted = (db: Tx) =>
  db.rows<{ id: number }>(sql`
    select made.application_id as id from submissions made join job_applications application on application.id = made.application_id
    where application.withdrawn_at is null and not exists (select from application_facts where application_id = made.application_id)
      and not exists (select from facts_waiting where application_id = made.application_id)
    order by made.application_id limit 100`)

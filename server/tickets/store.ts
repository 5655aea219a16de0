import { type Db, sql, type Tx } from '../database/connect.ts'

/** Finds the owner of a current or past token. Use it only to find a ticket's account, never to log in. */
export const findTokenOwner = async (db: Tx, tokenHash: Buffer, now: Date) =>
  (
    await db.row<{ user_id: number }>(sql`
      select user_id from sessions where token_hash = ${tokenHash} or previous_hash = ${tokenHash}
      union all
      select user_id from dead_tokens where token_hash = ${tokenHash} and stored_until > ${now}
      limit 1`)
  )?.user_id

/** A person's applications with their jobs, at most `limit`. */
export const findApplicationJobs = (db: Tx, userId: number, limit: number) =>
  db.rows<{ id: number; job: number }>(
    sql`select id, job_id as job from job_applications where user_id = ${userId} limit ${limit}`,
  )

const BATCH_SIZE = 1_000
/**
 * Deletes past tokens that are no longer needed, 1,000 rows a statement. One account can make 170,000 a day,
 * because each extension of a session makes a new token.
 */
export async function sweepDeadTokens(db: Db, now: Date): Promise<void> {
  let deleted: number
  do {
    deleted = await db.run(
      sql`delete from dead_tokens where token_hash in (select token_hash from dead_tokens where stored_until < ${now} limit ${BATCH_SIZE})`,
    )
  } while (deleted === BATCH_SIZE)
}

import { SECURITY_ANSWER } from '#contract/accounts/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** The counter key for answers tried at an account (C3). */
export const answerTriesKey = (account: Buffer) => `answer ${account.toString('base64url')}`

/** The end of the lock when the tries for answers are used up (C3). Undefined when there is no lock. */
export const questionClosedUntil = async (tx: Tx, account: Buffer, now: Date): Promise<Date | undefined> =>
  (
    await tx.row<{ until: Date }>(sql`
      select window_ends as until from counters where key = ${answerTriesKey(account)} and window_ends > ${now} and count >= ${SECURITY_ANSWER.tries}`)
  )?.until

/** The statement that lets answers be tried again. */
export const unlockQuestion = (account: Buffer): Sql =>
  sql`delete from counters where key = ${answerTriesKey(account)}`

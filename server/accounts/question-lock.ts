import { SECURITY_ANSWER } from '#contract/accounts/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** The key of the counter for answers to an account's security question (C3). */
export const answerTriesKey = (account: Buffer) => `answer ${account.toString('base64url')}`

/** Until when no more answers to the security question may be tried (C3). Undefined when they may. */
export const questionClosedUntil = async (tx: Tx, account: Buffer, now: Date): Promise<Date | undefined> =>
  (
    await tx.row<{ until: Date }>(sql`
      select window_ends as until from counters where key = ${answerTriesKey(account)} and window_ends > ${now} and count >= ${SECURITY_ANSWER.tries}`)
  )?.until

/** After this SQL statement, answers to the security question can be tried again. */
export const unlockQuestion = (account: Buffer): Sql =>
  sql`delete from counters where key = ${answerTriesKey(account)}`

import { SECURITY_ANSWER } from '#contract/limits.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** C3: under which key the answers tried for an account are counted. */
export const answersKey = (account: Buffer) => `answer ${account.toString('base64url')}`

/** C3: until when no answer opens the account, for as many as may be were tried. */
export const questionClosedUntil = async (tx: Tx, account: Buffer, now: Date): Promise<Date | undefined> =>
  (
    await tx.row<{ until: Date }>(sql`
      select window_ends as until from tallies where key = ${answersKey(account)} and window_ends > ${now} and count >= ${SECURITY_ANSWER.tries}`)
  )?.until

export const openingQuestion = (account: Buffer): Sql => sql`delete from tallies where key = ${answersKey(account)}`

import {
  notificationSentence,
  type NotificationKind,
  type NotificationValues,
} from '#contract/notifications/words.ts'
import { type Sql, sql, type Tx } from '../../server/database/connect.ts'

type Stored = { user_id: number; url: string; kind: string; params: NotificationValues[NotificationKind] }

/** The matching notifications with the sentence that people read, in the order in which they were added. */
export const notificationsWhere = async (db: Tx, where: Sql) => {
  const rows = await db.rows<Stored>(
    sql`select user_id, url, kind, params from notifications where ${where} order by id`,
  )
  return rows.map(({ user_id, url, kind, params }) => ({
    user_id,
    url,
    message: notificationSentence(kind, params),
  }))
}

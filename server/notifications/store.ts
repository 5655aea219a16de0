import type { NotificationKind, NotificationValues } from '#contract/notifications/words.ts'
import { sql, type Tx } from '../database/connect.ts'

export type NotificationRow = {
  id: number
  kind: string
  /** The values that the sentence of this kind of notification needs. */
  params: NotificationValues[NotificationKind]
  is_read: boolean
  type: string
  /** The page to which the notification links; null without a link. */
  url: string | null
  created_at: Date
}

const columns = sql`id, kind, params, is_read, type, url, created_at`

export const findNotifications = (tx: Tx, userId: number) =>
  tx.rows<NotificationRow>(sql`
    select ${columns} from notifications
    where user_id = ${userId} order by created_at desc, id desc limit 200`)

/** Returns a person's own notification. If `isRead`, it also marks it as read; a mark is never removed. */
export const markRead = (tx: Tx, userId: number, id: number, isRead: boolean) =>
  tx.row<NotificationRow>(sql`
    update notifications set is_read = is_read or ${isRead} where id = ${id} and user_id = ${userId}
    returning ${columns}`)

export const markAllRead = (tx: Tx, userId: number) =>
  tx.run(sql`update notifications set is_read = true where user_id = ${userId} and not is_read`)

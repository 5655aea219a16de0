import { empty } from 'sql-template-tag'
import { sql, type Sql } from '../database/connect.ts'

export type Notification = { userId: number; type: string; message: string; url?: string; now: Date }

/**
 * The insert of a notification, for the caller's transaction. With `given`, a part of a larger statement,
 * only if that has a row.
 */
export const notificationInsert = (
  { userId, type, message, url, now }: Notification,
  given?: Sql,
): Sql => sql`
  insert into notifications (user_id, type, message, url, created_at)
  select ${userId}::bigint, ${type}, ${message}, ${url ?? null}, ${now}::timestamptz ${given ? sql`from ${given}` : empty}`

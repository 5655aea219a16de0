import { empty } from 'sql-template-tag'
import { sql, type Sql } from '../database/connect.ts'

export type Notification = { userId: number; type: string; message: string; url?: string; now: Date }

/** A notice to a person, as a statement of the caller's transaction; with `given`, a part of a larger statement, only when that has a row. */
export const notificationInsert = ({ userId, type, message, url, now }: Notification, given?: Sql): Sql => sql`
  insert into notifications (user_id, type, message, url, created_at)
  select ${userId}::bigint, ${type}, ${message}, ${url ?? null}, ${now}::timestamptz ${given ? sql`from ${given}` : empty}`

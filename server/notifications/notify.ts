import { sql, type Sql } from '../database/connect.ts'

export type Notice = { userId: number; type: string; message: string; url?: string; now: Date }

/** A notice to a person, as a statement of the caller's transaction. */
export const notifying = ({ userId, type, message, url, now }: Notice): Sql => sql`
  insert into notifications (user_id, type, message, url, created_at)
  values (${userId}, ${type}, ${message}, ${url ?? null}, ${now})`

import { sql } from '../database/connect.ts'
import { answer, type Route } from '../http/serve.ts'

type Row = { id: number; message: string; is_read: boolean; type: string; url: string | null; created_at: Date }

export const notificationsRoutes: Route[] = [
  answer('GET /api/notifications/', async (deps, { applicant }) => {
    const rows = await deps.db.rows<Row>(sql`
      select id, message, is_read, type, url, created_at from notifications
      where user_id = ${applicant.userId} order by created_at desc, id desc limit 200`)
    return rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }))
  }),
]

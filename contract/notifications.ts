import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './wire.ts'

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/',
  summary: 'Notices to the signed-in person, newest first, at most 200',
  for: 'applicant',
  limit: 'read',
  reply: z.array(z.object({ id: z.number(), message: z.string(), is_read: z.boolean(), type: z.string(), url: z.nullable(z.string()), created_at: instant })),
})

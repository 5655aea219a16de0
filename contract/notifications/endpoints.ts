import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { flag, id, instant, message } from '../wire.ts'

// The calls of the page on which applicants read their notifications.

const notification = z.object({
  id: z.number(),
  message: z.string(),
  is_read: z.boolean(),
  /** A group of kinds of notifications, such as `support`. */
  type: z.string(),
  /** The page of the portal that the notification opens; null when it opens none. */
  url: z.nullable(z.string()),
  created_at: instant,
  /** For pages in Kiswahili: the job's title, if it is in English inside the message. */
  english_title: z.optional(z.string()),
})

const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications/',
  summary: 'Notifications of the logged-in person, newest first, at most 200',
  allowedFor: 'applicant',
  rateLimit: 'read',
  loadClass: 'read',
  reply: z.array(notification),
})

/** Marks one of the person's own notifications as read. `false` does nothing: it stays read (N1). */
const readNotification = endpoint({
  method: 'PATCH',
  path: '/api/notifications/{id}/',
  summary: 'Mark a notification as read',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'read',
  params: z.object({ id }),
  body: z.object({ is_read: flag }),
  reply: notification,
})

/** Marks all of the person's own notifications as read (N1). */
const readAllNotifications = endpoint({
  method: 'POST',
  path: '/api/notifications/read-all/',
  summary: 'Mark all notifications as read',
  allowedFor: 'applicant',
  rateLimit: 'write',
  loadClass: 'read',
  reply: message,
})

export const notificationEndpoints = {
  'GET /api/notifications/': listNotifications,
  'POST /api/notifications/read-all/': readAllNotifications,
  'PATCH /api/notifications/{id}/': readNotification,
}

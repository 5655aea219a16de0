import { notificationSentence } from '#contract/notifications/words.ts'
import { refuse } from '../http/refuse.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { findNotifications, markAllRead, markRead, type NotificationRow } from './store.ts'

// The order of the fields is the one that clients have always received.
const present = ({ id, kind, params, is_read, type, url, created_at }: NotificationRow) => ({
  id,
  message: notificationSentence(kind, params),
  is_read,
  type,
  url,
  created_at: created_at.toISOString(),
})

export const notificationsRoutes: Route[] = [
  answer('GET /api/notifications/', async (deps, { applicant }) =>
    (await findNotifications(deps.db, applicant.userId)).map(present),
  ),
  // Another person's notification is answered like one that does not exist (N1).
  answer('PATCH /api/notifications/{id}/', async (deps, { applicant, params, body }) => {
    const row = await markRead(deps.db, applicant.userId, params.id, body.is_read === true)
    if (!row) throw refuse('not_found')
    return present(row)
  }),
  answer('POST /api/notifications/read-all/', async (deps, { applicant }) => {
    await markAllRead(deps.db, applicant.userId)
    return { message: 'All notifications are marked as read' }
  }),
]

import type { Language } from '#contract/language/paths.ts'
import { notificationSentence, valuesInKiswahili } from '#contract/notifications/words.ts'
import { refuse } from '../http/refuse.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { findNotifications, markAllRead, markRead, type NotificationRow } from './store.ts'

// Presents a notification. Its fields are in the order that clients have always received.
const present = (row: NotificationRow, language: Language) => {
  const { id, kind, params, is_read, type, url, created_at } = row
  // If a job has no Kiswahili title, its English title is shown, and the page marks it as English.
  const { values, englishTitle } =
    language === 'sw' ? valuesInKiswahili(params) : { values: params, englishTitle: undefined }
  return {
    id,
    message: notificationSentence(kind, values),
    is_read,
    type,
    url,
    created_at: created_at.toISOString(),
    ...(englishTitle === undefined ? {} : { english_title: englishTitle }),
  }
}

export const notificationsRoutes: Route[] = [
  answer('GET /api/notifications/', async (deps, { applicant, visitor }) =>
    (await findNotifications(deps.db, applicant.userId)).map((row) => present(row, visitor.language)),
  ),
  // A call for another person's notification gets the same answer as one for a missing notification (N1).
  answer('PATCH /api/notifications/{id}/', async (deps, { applicant, params, body, visitor }) => {
    const row = await markRead(deps.db, applicant.userId, params.id, body.is_read === true)
    if (!row) throw refuse('not_found')
    return present(row, visitor.language)
  }),
  answer('POST /api/notifications/read-all/', async (deps, { applicant }) => {
    await markAllRead(deps.db, applicant.userId)
    return { message: 'All notifications are marked as read' }
  }),
]

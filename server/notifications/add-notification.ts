import type { NotificationKind, NotificationValues } from '#contract/notifications/words.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** The kinds of new notifications. `text` is the kind of old ones, from before kinds existed. */
type WrittenKind = Exclude<NotificationKind, 'text'>

/** Maps each kind of notification to its type in the API. Existing clients know only these types. */
const TYPES: Record<WrittenKind, string> = {
  draft_started: 'draft_started',
  application_received: 'application_received',
  deadline_near: 'deadline_near',
  correction_near: 'deadline_near',
  deadline_moved: 'deadline_changed',
  closed_early: 'deadline_changed',
  job_withdrawn: 'deadline_changed',
  status_changed: 'status_changed',
  application_corrected: 'application_received',
  application_withdrawn: 'status_changed',
  application_restored: 'status_changed',
  selection_not_taken: 'status_changed',
  document_refused: 'document_refused',
  message: 'message',
  password_changed: 'password_changed',
  password_changed_by_code: 'password_changed',
  password_changed_by_question: 'password_changed',
  password_change_undone: 'password_changed',
  question_changed: 'password_changed',
  email_changed: 'password_changed',
  email_change_undone: 'password_changed',
  passkey_added: 'password_changed',
  passkey_removed: 'password_changed',
  passkeys_ended: 'password_changed',
  correction_made: 'support',
  correction_refused: 'support',
  verification_sent: 'support',
  support_unlocked: 'support',
  support_logged_out: 'support',
  support_corrected_name: 'support',
}

/** The kind of a notification, with the values that the sentence of this kind needs. */
export type NotificationContent = {
  [Kind in WrittenKind]: { kind: Kind; values: NotificationValues[Kind] }
}[WrittenKind]

/** A notification for one person. Without a `url` it has no link. */
type Notification = NotificationContent & { userId: number; url?: string; now: Date }

/** Notifications to add: one for each row of `from`. The other SQL parts are expressions over its columns. */
type NotificationSet = {
  from: Sql
  userId: Sql
  kind: WrittenKind
  /** The values that the sentence of this kind needs, as jsonb. */
  values: Sql
  url: Sql
  isRead?: boolean
  now: Date
}

/** SQL that inserts a notification for each row of `from`, as a part of a larger statement. */
export const notificationsInsert = ({
  from,
  userId,
  kind,
  values,
  url,
  isRead = false,
  now,
}: NotificationSet): Sql =>
  sql`
  insert into notifications (user_id, type, kind, params, url, is_read, created_at)
  select ${userId}, ${TYPES[kind]}, ${kind}, ${values}, ${url}, ${isRead}::boolean, ${now}::timestamptz from ${from}`

/** SQL with exactly one row, for the insert of a single notification. */
const ONE_ROW = sql`(values (1)) one_row`

/**
 * SQL that inserts one notification, as a part of a larger statement. With another `from`, it inserts only if
 * that query has a row.
 */
export const notificationInsert = (
  { userId, kind, values, url, now }: Notification,
  from: Sql = ONE_ROW,
): Sql =>
  notificationsInsert({
    from,
    userId: sql`${userId}::bigint`,
    kind,
    values: sql`${JSON.stringify(values)}::jsonb`,
    url: sql`${url ?? null}`,
    now,
  })

export const addNotification = (tx: Tx, notification: Notification) =>
  tx.run(notificationInsert(notification))

import type { NotificationKind, NotificationValues } from '#contract/notifications/words.ts'
import { sql, type Sql, type Tx } from '../database/connect.ts'

/** The kinds that are written now. `text` is that of notifications from before kinds existed. */
type WrittenKind = Exclude<NotificationKind, 'text'>

/** The type of each kind in the API: existing clients know only these types. */
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

/** A kind with the values that its sentence needs. */
export type NotificationContent = {
  [Kind in WrittenKind]: { kind: Kind; values: NotificationValues[Kind] }
}[WrittenKind]

/** Without a `url` the notification has no link. */
export type Notification = NotificationContent & { userId: number; url?: string; now: Date }

/** A notification for each row of `from`. The other parts are SQL expressions over its columns. */
export type NotificationSet = {
  from: Sql
  userId: Sql
  kind: WrittenKind
  /** The values that the kind needs, as jsonb. */
  values: Sql
  url: Sql
  isRead?: boolean
  now: Date
}

/** The insert of a notification for each row of `from`, as a part of a larger statement. */
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

/** A source with exactly one row, so that exactly one notification is written. */
const ONE_ROW = sql`(values (1)) one_row`

/**
 * The insert of one notification, as a part of a larger statement. With another `from`, it writes only when
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

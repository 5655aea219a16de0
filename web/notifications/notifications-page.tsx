import { useState } from 'react'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { nairobiDate } from '#contract/dates.ts'
import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { loggedIn } from '../session/guard.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Notification, NotificationDay } from './notification-day.tsx'
import { revalidateOnNewPathOrReload } from '../dashboard/revalidation.ts'
import { useShell } from '../dashboard/shell.tsx'
import { LoadFailed } from '../dashboard/load-failed.tsx'
import { useLastLoaded } from '../dashboard/use-last-loaded.ts'
import { useNow } from '../dashboard/use-now.ts'
import type { Route } from './+types/notifications-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Notifications`, index: false })

const SHOWN_AT_FIRST = 20
const FAILED = t`Failed to load notifications`

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await loggedIn(request)
  return { notifications: await loaded(call('GET /api/notifications/')) }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

/** The Notifications page (S2 §2). */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { data, error } = useLastLoaded(loaderData).notifications
  if (data) return <Notifications notifications={data} />
  return (
    <>
      <h1>
        <Trans>Notifications</Trans>
      </h1>
      <div className="mt5">
        <LoadFailed sentence={FAILED} error={error} />
      </div>
    </>
  )
}

// A notification that the person marks as read looks read at once. If the call fails, it looks unread again.
function useReadState(notifications: Notification[]) {
  const { reload } = useShell()
  const [readIds, setReadIds] = useState<ReadonlySet<number>>(new Set())
  const [hasFailed, setHasFailed] = useState(false)
  const markRead = async (ids: number[], send: () => Promise<unknown>) => {
    // An id that an earlier call marked stays, even if this call fails.
    const newIds = ids.filter((id) => !readIds.has(id))
    setReadIds((before) => new Set([...before, ...newIds]))
    setHasFailed(false)
    try {
      await send()
      reload()
    } catch {
      setReadIds((before) => new Set([...before].filter((id) => !newIds.includes(id))))
      setHasFailed(true)
    }
  }
  const isRead = (notification: Notification) => notification.is_read || readIds.has(notification.id)
  return {
    hasFailed,
    isRead,
    unread: notifications.filter((notification) => !isRead(notification)),
    markOne: (id: number) =>
      markRead([id], () =>
        call('PATCH /api/notifications/{id}/', { params: { id }, body: { is_read: true } }),
      ),
    markAll: () =>
      markRead(
        notifications.map(({ id }) => id),
        () => call('POST /api/notifications/read-all/'),
      ),
  }
}

/** Groups notifications by their day in Nairobi. Days and notifications keep their order. */
function groupByDay(notifications: Notification[]) {
  const days = new Map<string, Notification[]>()
  for (const notification of notifications) {
    const date = nairobiDate(new Date(notification.created_at))
    days.set(date, [...(days.get(date) ?? []), notification])
  }
  return [...days]
}

const UnreadCount = ({ unreadCount }: { unreadCount: number }) =>
  unreadCount > 0 ? (
    <b className="num">
      <Trans>{unreadCount} unread</Trans>
    </b>
  ) : (
    <span className="quiet">
      <Trans>All read</Trans>
    </span>
  )

function Notifications({ notifications }: { notifications: Notification[] }) {
  const { unread, hasFailed, isRead, markOne, markAll } = useReadState(notifications)
  const [isAllShown, setAllShown] = useState(false)
  const now = useNow()
  const shown = notifications.slice(0, isAllShown ? undefined : SHOWN_AT_FIRST)
  const unreadCount = unread.length
  const olderCount = notifications.length - shown.length
  return (
    <>
      <div className="head">
        <h1>
          <Trans>Notifications</Trans>
        </h1>
        <p role="status">{notifications.length > 0 && <UnreadCount unreadCount={unreadCount} />}</p>
      </div>
      {unreadCount > 1 && (
        <p className="mb4">
          <button className="btn btn-2 btn-small" type="button" onClick={markAll}>
            <Icon name="tick" size="icon-small" /> <Trans>Mark all as read</Trans>
          </button>
        </p>
      )}
      {hasFailed && (
        <p className="callout is-red mb4" role="alert">
          <Trans>We could not mark the notifications as read. Please try again.</Trans>
        </p>
      )}
      {notifications.length === 0 && <NoNotifications />}
      {groupByDay(shown).map(([date, notificationsOfDay]) => (
        <NotificationDay
          key={date}
          date={date}
          now={now}
          notifications={notificationsOfDay}
          isRead={isRead}
          onRead={markOne}
        />
      ))}
      {olderCount > 0 && (
        <p className="mt4">
          <button className="btn btn-2 btn-small" type="button" onClick={() => setAllShown(true)}>
            <Trans>Show {olderCount} older</Trans>
          </button>
        </p>
      )}
    </>
  )
}

const NoNotifications = () => (
  <div className="empty">
    <p className="bold">
      <Trans>No notifications to display</Trans>
    </p>
    <p className="mt2 quiet">
      <Trans>
        We notify you here when something changes: an application received, a new status, a deadline that is
        near.
      </Trans>
    </p>
  </div>
)

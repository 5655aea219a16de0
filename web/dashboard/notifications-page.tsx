import { useState } from 'react'
import { Link } from 'react-router'
import { clockTime, nairobiDate, plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { signedIn } from '../session/guard.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { NotificationText } from './notification-text.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { useShell } from './shell.tsx'
import { LoadFailed } from './load-failed.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/notifications-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Notifications', index: false })

type Notification = Reply<'GET /api/notifications/'>[number]

const SHOWN_AT_FIRST = 20
const FAILED = 'Failed to load notifications'

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => {
  await signedIn(request)
  return { notifications: await loaded(call('GET /api/notifications/')) }
}

export const shouldRevalidate = revalidateOnNewPathOrReload

const DAY_MS = 86_400_000

/** The Notifications page (S2 §2). */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { data, error } = useLastLoaded(loaderData).notifications
  if (data) return <Notifications notifications={data} />
  return (
    <>
      <h1>Notifications</h1>
      <div className="mt5">
        <LoadFailed sentence={FAILED} error={error} />
      </div>
    </>
  )
}

// The page shows a marked notification as read at once. If the call fails, it is unread again.
function useReadState(notifications: Notification[]) {
  const { reload } = useShell()
  const [readIds, setReadIds] = useState<ReadonlySet<number>>(new Set())
  const [hasFailed, setHasFailed] = useState(false)
  const markRead = async (ids: number[], send: () => Promise<unknown>) => {
    const readBefore = readIds
    setReadIds(new Set([...readBefore, ...ids]))
    setHasFailed(false)
    try {
      await send()
      reload()
    } catch {
      setReadIds(readBefore)
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

function Notifications({ notifications }: { notifications: Notification[] }) {
  const { unread, hasFailed, isRead, markOne, markAll } = useReadState(notifications)
  const [isAllShown, setAllShown] = useState(false)
  const now = useNow()
  const shown = notifications.slice(0, isAllShown ? undefined : SHOWN_AT_FIRST)
  return (
    <>
      <div className="head">
        <h1>Notifications</h1>
        <p role="status">
          {notifications.length > 0 &&
            (unread.length > 0 ? (
              <b className="num">{unread.length} unread</b>
            ) : (
              <span className="quiet">All read</span>
            ))}
        </p>
      </div>
      {unread.length > 1 && (
        <p className="mb4">
          <button className="btn btn-2 btn-s" type="button" onClick={markAll}>
            <Icon name="tick" size="i-s" /> Mark all as read
          </button>
        </p>
      )}
      {hasFailed && (
        <p className="callout is-red mb4" role="alert">
          We could not mark the notifications as read. Please try again.
        </p>
      )}
      {notifications.length === 0 && <NoNotifications />}
      {groupByDay(shown).map(([date, notificationsOfDay]) => (
        <section className="day" key={date}>
          <h2 className="h-s quiet">{dayInWords(date, now)}</h2>
          <ul className="news">
            {notificationsOfDay.map((notification) => (
              <NotificationLine
                key={notification.id}
                notification={notification}
                isRead={isRead(notification)}
                onRead={() => markOne(notification.id)}
              />
            ))}
          </ul>
        </section>
      ))}
      {notifications.length > shown.length && (
        <p className="mt4">
          <button className="btn btn-2 btn-s" type="button" onClick={() => setAllShown(true)}>
            Show {notifications.length - shown.length} older
          </button>
        </p>
      )}
    </>
  )
}

const NoNotifications = () => (
  <div className="empty">
    <p className="bold">No notifications to display</p>
    <p className="mt2 quiet">
      We notify you here when something changes: an application received, a new status, a deadline that is
      near.
    </p>
  </div>
)

const dayInWords = (date: string, now: Date) => {
  if (date === nairobiDate(now)) return 'Today'
  if (date === nairobiDate(new Date(now.getTime() - DAY_MS))) return 'Yesterday'
  // Noon UTC is on the same day in Nairobi.
  return plainDate(new Date(`${date}T12:00:00Z`))
}

const TYPE_ICONS: Record<string, IconName> = {
  draft_started: 'pen',
  application_received: 'page',
  status_changed: 'star',
  password_changed: 'lock',
  deadline_near: 'clock',
  message: 'horn',
}

// Only an address on this site becomes a link (T37). One that starts with `//` or `/\` leads elsewhere.
const isOnThisSite = (url: string | null): url is string => url !== null && /^\/(?![/\\])/.test(url)

function NotificationLine({
  notification: { message, type, url, created_at },
  isRead,
  onRead,
}: {
  notification: Notification
  isRead: boolean
  onRead: () => void
}) {
  // A message that officers wrote has a subject and paragraphs. Every other notification is one line.
  const [title = '', ...paragraphs] = message.split('\n')
  return (
    <li className={isRead ? undefined : 'fresh'}>
      <Icon name={TYPE_ICONS[type] ?? 'bell'} />
      <div>
        <p className="any">
          {!isRead && <span className="sr-only">Unread: </span>}
          <NotificationText message={title} />
        </p>
        {paragraphs.length > 0 && <p className="any lines mt1">{paragraphs.join('\n')}</p>}
        <p className="row small">
          <time className="quiet" dateTime={created_at}>
            {clockTime(new Date(created_at))}
          </time>
          {isOnThisSite(url) && (
            <Link className="tap" to={url} onClick={isRead ? undefined : onRead}>
              Open<span className="sr-only"> what this is about: {title}</span>
            </Link>
          )}
          {!isRead && (
            <button className="link" type="button" onClick={onRead}>
              Mark as read<span className="sr-only">: {title}</span>
            </button>
          )}
        </p>
      </div>
    </li>
  )
}

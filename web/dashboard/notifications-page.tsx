import { useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, nairobiDate, plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { call } from '../api.ts'
import { translate } from '../language/translate.ts'
import { loaded } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { signedIn } from '../session/guard.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import { NotificationText, readable } from './notification-text.tsx'
import { revalidateOnNewPathOrReload } from './revalidation.ts'
import { useShell } from './shell.tsx'
import { LoadFailed } from './load-failed.tsx'
import { useLastLoaded } from './use-last-loaded.ts'
import { useNow } from './use-now.ts'
import type { Route } from './+types/notifications-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Notifications`, index: false })

type Notification = Reply<'GET /api/notifications/'>[number]

const SHOWN_AT_FIRST = 20
const FAILED = t`Failed to load notifications`

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
        <p role="status">
          {notifications.length > 0 &&
            (unreadCount > 0 ? (
              <b className="num">
                <Trans>{unreadCount} unread</Trans>
              </b>
            ) : (
              <span className="quiet">
                <Trans>All read</Trans>
              </span>
            ))}
        </p>
      </div>
      {unreadCount > 1 && (
        <p className="mb4">
          <button className="btn btn-2 btn-s" type="button" onClick={markAll}>
            <Icon name="tick" size="i-s" /> <Trans>Mark all as read</Trans>
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
      {olderCount > 0 && (
        <p className="mt4">
          <button className="btn btn-2 btn-s" type="button" onClick={() => setAllShown(true)}>
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

/** A civil date in Nairobi, such as `2026-11-24`, in words: Today, Yesterday or `24 November 2026`. */
const dayInWords = (date: string, now: Date) => {
  if (date === nairobiDate(now)) return t`Today`
  if (date === nairobiDate(new Date(now.getTime() - DAY_MS))) return t`Yesterday`
  // The day is read at noon UTC, which is the same day in Nairobi.
  return translate(plainDate(new Date(`${date}T12:00:00Z`)))
}

/** Notifications of any other type have a bell. */
const TYPE_ICONS: Record<string, IconName> = {
  draft_started: 'pen',
  application_received: 'page',
  status_changed: 'star',
  password_changed: 'lock',
  deadline_near: 'clock',
  message: 'horn',
}

// Only an address on this site becomes a link (T37). One that starts with `//` or `/\` leads to another site.
const isOnThisSite = (url: string | null): url is string => url !== null && /^\/(?![/\\])/.test(url)

function NotificationLine({
  notification,
  isRead,
  onRead,
}: {
  notification: Notification
  isRead: boolean
  onRead: () => void
}) {
  const { type, url, created_at } = notification
  const shown = readable(notification)
  const { language } = shown
  // A message that officers wrote has a subject and paragraphs. Every other notification is one line.
  const [title = '', ...paragraphs] = shown.message.split('\n')
  return (
    <li className={isRead ? undefined : 'fresh'}>
      <Icon name={TYPE_ICONS[type] ?? 'bell'} />
      <div>
        <p className="any">
          {!isRead && (
            <span className="sr-only">
              <Trans>Unread:</Trans>{' '}
            </span>
          )}
          <NotificationText {...shown} message={title} />
        </p>
        {paragraphs.length > 0 && (
          <p className="any lines mt1" lang={language}>
            {paragraphs.join('\n')}
          </p>
        )}
        <p className="row small">
          <time className="quiet" dateTime={created_at}>
            {translate(clockTime(new Date(created_at)))}
          </time>
          {isOnThisSite(url) && (
            <Link className="tap" to={url} onClick={isRead ? undefined : onRead}>
              <Trans>
                Open<span className="sr-only"> what this is about: {title}</span>
              </Trans>
            </Link>
          )}
          {!isRead && (
            <button className="link" type="button" onClick={onRead}>
              <Trans>Mark as read</Trans>
              <span className="sr-only" lang={language}>
                : {title}
              </span>
            </button>
          )}
        </p>
      </div>
    </li>
  )
}

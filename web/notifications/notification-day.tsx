import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, nairobiDate, plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { translate } from '../language/translate.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { NotificationText, readable } from '../dashboard/notification-text.tsx'

export type Notification = Reply<'GET /api/notifications/'>[number]

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

const DAY_MS = 86_400_000

/** A civil date in Nairobi, such as `2026-11-24`, in words: Today, Yesterday or `24 November 2026`. */
const dayInWords = (date: string, now: Date) => {
  if (date === nairobiDate(now)) return t`Today`
  if (date === nairobiDate(new Date(now.getTime() - DAY_MS))) return t`Yesterday`
  // The day is read at noon UTC, which is the same day in Nairobi.
  return translate(plainDate(new Date(`${date}T12:00:00Z`)))
}

type DayProps = {
  date: string
  now: Date
  notifications: Notification[]
  isRead: (notification: Notification) => boolean
  onRead: (id: number) => void
}

/** The notifications of one day. */
export const NotificationDay = ({ date, now, notifications, isRead, onRead }: DayProps) => (
  <section className="day">
    <h2 className="heading-small quiet">{dayInWords(date, now)}</h2>
    <ul className="news">
      {notifications.map((notification) => (
        <NotificationLine
          key={notification.id}
          notification={notification}
          isRead={isRead(notification)}
          onRead={() => onRead(notification.id)}
        />
      ))}
    </ul>
  </section>
)

import { useState } from 'react'
import { Link } from 'react-router'
import { clockTime, plainDate } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { NOTIFICATION_WORDS } from '#contract/notification-words.ts'
import { call } from '../api.ts'
import { useSession } from '../session/session.ts'
import { Icon } from '../ui/icon.tsx'
import { useAnswer } from '../use-answer.ts'

const SHOWN = 6

/** S1 §8: the notices to this person, newest first, as plain text (N1). */
export function Notices() {
  const session = useSession()
  const notices = useAnswer('notices', () => call('GET /api/notifications/'))
  const [all, setAll] = useState(false)
  const shown = notices.state === 'here' ? notices.data.slice(0, all ? undefined : SHOWN) : []
  const more = notices.state === 'here' ? notices.data.length - shown.length : 0
  return (
    <section className="mt6" aria-busy={notices.state === 'waiting'}>
      <h2 className="h-s">Notifications</h2>
      {notices.state === 'waiting' && (
        <div role="status">
          <span className="vh">Loading your notifications</span>
          <div className="ghost" />
          <div className="ghost" />
        </div>
      )}
      {notices.state === 'failed' && (
        <p className="callout is-red" role="status">
          {session.state === 'in' ? NOTIFICATION_WORDS.failed : NOTIFICATION_WORDS.noToken}{' '}
          <button className="link" type="button" onClick={notices.again}>
            Try again
          </button>
        </p>
      )}
      {notices.state === 'here' && notices.data.length === 0 && <p className="empty quiet">No notifications to display</p>}
      {shown.length > 0 && (
        <ul className="news">
          {shown.map((notice) => (
            <Notice key={notice.id} notice={notice} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <p className="mt3">
          <button className="link" type="button" onClick={() => setAll(true)}>
            Show {more} older
          </button>
        </p>
      )}
    </section>
  )
}

function Notice({ notice: { message, is_read, url, created_at } }: { notice: Reply<'GET /api/notifications/'>[number] }) {
  const at = new Date(created_at)
  return (
    <li className={is_read ? undefined : 'fresh'}>
      <Icon name="bell" />
      <div>
        <p>
          {!is_read && <span className="vh">Unread: </span>}
          {/* Only an address of our own becomes a link (T37). */}
          {url && /^\/(?![/\\])/.test(url) ? <Link to={url}>{message}</Link> : message}
        </p>
        <p className="tiny quiet">
          <time dateTime={created_at}>
            {plainDate(at)}, {clockTime(at)}
          </time>
        </p>
      </div>
    </li>
  )
}

import { Link } from 'react-router'
import { shortDeadline } from '#contract/dates.ts'
import type { SentMessage } from '#contract/staff-messages.ts'
import { paths } from '../../paths.ts'
import { figures } from '../../ui/card.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Head } from '../review/filter-groups.ts'
import { readKept, sayFilter } from './message-words.ts'
import { recipients } from './preview-letters.tsx'

const toWhom = ({ filter }: SentMessage, head: Head | undefined) =>
  filter === null ? 'chosen one by one' : sayFilter(readKept(filter), head) || 'everybody who applied'

const Delivery = ({ it }: { it: SentMessage }) => (
  <p className="st-delivery num">
    <span className="c-green">
      <Icon name="tick" size="i-s" /> {figures(it.delivered)} left
    </span>
    {it.waiting > 0 && (
      <span className="c-amber">
        <Icon name="clock" size="i-s" /> {figures(it.waiting)} waiting
      </span>
    )}
    {it.failed > 0 && (
      <span className="c-red">
        <Icon name="warn" size="i-s" /> {figures(it.failed)} refused by their mail server
      </span>
    )}
  </p>
)

type Props = { job: number; messages: SentMessage[]; next: number | null; later: boolean; head: Head | undefined }

/** What was sent to the applicants of a job, newest first, and how much of it has left. */
export const SentMessages = ({ job, messages, next, later, head }: Props) => (
  <>
    {messages.length === 0 ? (
      <p className="empty">Nothing was sent to the applicants of this job yet.</p>
    ) : (
      <ol className="st-sent">
        {messages.map((it) => (
          <li key={it.id}>
            <h3 className="any">{it.subject}</h3>
            <p className="quiet">
              {it.sent_by.name}, <span className="num">{shortDeadline(it.sent_at)}</span>, to {recipients(it.recipients)}: {toWhom(it, head)}
              {it.template && `; template “${it.template.name}”`}
            </p>
            <Delivery it={it} />
            <details>
              <summary>
                The message<span className="vh"> “{it.subject}”</span>
              </summary>
              <p className="st-lines any">{it.body}</p>
            </details>
          </li>
        ))}
      </ol>
    )}
    {(later || next) && (
      <nav className="pages" aria-label="Pages">
        {later && <Link to={paths.staffMessages(job)}>Newest</Link>}
        {next && <Link to={`${paths.staffMessages(job)}?sent=${next}`}>Older</Link>}
      </nav>
    )}
  </>
)

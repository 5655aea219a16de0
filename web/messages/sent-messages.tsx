import { Link } from 'react-router'
import { shortDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { paths } from '../paths.ts'
import type { Head } from '../review/filter-groups.ts'
import { Delivery, EndedBy, MessageStateMark } from './message-state.tsx'
import { recipientWords } from './message-words.ts'
import { recipients } from './preview-emails.tsx'
import { StopMessage } from './stop-message.tsx'

type Props = {
  job: number
  sent: Reply<'GET /api/staff/jobs/{id}/messages/'>
  /** These are not the newest. */
  isLater: boolean
  head: Head | undefined
  onStopped: (message: OfficersMessage) => void
  /** Absent for an officer who may not write. */
  onAgain?: ((message: OfficersMessage) => void) | undefined
}
type MessageProps = { message: OfficersMessage } & Pick<Props, 'onStopped' | 'onAgain'>

const Buttons = ({ message, onStopped, onAgain }: MessageProps) => {
  const isOver = message.state === 'returned' || message.state === 'stopped'
  if (message.may.length === 0 && !isOver) return null
  return (
    <div className="btn-row mt2 mb2">
      {message.may.includes('decide') && (
        <Link className="btn btn-s" to={paths.staffMessage(message.id)}>
          Read and decide<span className="sr-only"> on “{message.subject}”</span>
        </Link>
      )}
      <StopMessage message={message} onStopped={onStopped} />
      {onAgain && isOver && (
        <button className="btn btn-2 btn-s" type="button" onClick={() => onAgain(message)}>
          Write it again<span className="sr-only"> “{message.subject}”</span>
        </button>
      )}
    </div>
  )
}

const SentMessage = ({ head, ...buttons }: MessageProps & Pick<Props, 'head'>) => {
  const { message } = buttons
  return (
    <li>
      <h3 className="any">
        <Link to={paths.staffMessage(message.id)}>{message.subject}</Link>
      </h3>
      <p className="quiet">
        {message.sent_by.name}, <span className="num">{shortDeadline(message.sent_at)}</span>, to{' '}
        {recipients(message.recipients)}: {recipientWords(message, head)}
        {message.template && `; template “${message.template.name}”`}
      </p>
      {message.state === 'sent' ? (
        <Delivery message={message} />
      ) : (
        <p>
          <MessageStateMark {...message} />
        </p>
      )}
      <EndedBy message={message} />
      <Buttons {...buttons} />
      <details>
        <summary>
          The message<span className="sr-only"> “{message.subject}”</span>
        </summary>
        <p className="st-lines any">{message.body}</p>
      </details>
    </li>
  )
}

/** Messages to the applicants of a job, newest first, with the state of each. */
export const SentMessages = ({ job, sent: { results, next }, isLater, ...message }: Props) => (
  <section className="st-part" aria-labelledby="sent">
    <h2 className="mb4" id="sent">
      Messages so far
    </h2>
    {results.length === 0 ? (
      <p className="empty">No message to the applicants of this job yet.</p>
    ) : (
      <ol className="st-sent">
        {results.map((entry) => (
          <SentMessage key={entry.id} message={entry} {...message} />
        ))}
      </ol>
    )}
    {(isLater || next) && (
      <nav className="pages" aria-label="Pages">
        {isLater && <Link to={paths.staffMessages(job)}>Newest</Link>}
        {next && <Link to={`${paths.staffMessages(job)}?sent=${next}`}>Older</Link>}
      </nav>
    )}
  </section>
)

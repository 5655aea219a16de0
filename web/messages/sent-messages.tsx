import { Link } from 'react-router'
import { shortDeadline } from '#contract/dates.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { paths } from '../paths.ts'
import type { Head } from '../review/filter-groups.ts'
import { Delivery, EndedBy, MessageStateMark } from './message-state.tsx'
import { toWhom } from './message-words.ts'
import { recipients } from './preview-emails.tsx'
import { StopMessage } from './stop-message.tsx'

type Props = {
  job: number
  messages: OfficersMessage[]
  next: number | null
  later: boolean
  head: Head | undefined
  onStopped: (message: OfficersMessage) => void
  /** Absent for an officer who may not write. */
  onAgain?: ((message: OfficersMessage) => void) | undefined
}

/** Messages to the applicants of a job, newest first, with the state of each. */
export const SentMessages = ({ job, messages, next, later, head, onStopped, onAgain }: Props) => (
  <>
    {messages.length === 0 ? (
      <p className="empty">No message to the applicants of this job yet.</p>
    ) : (
      <ol className="st-sent">
        {messages.map((it) => (
          <li key={it.id}>
            <h3 className="any">
              <Link to={paths.staffMessage(it.id)}>{it.subject}</Link>
            </h3>
            <p className="quiet">
              {it.sent_by.name}, <span className="num">{shortDeadline(it.sent_at)}</span>, to{' '}
              {recipients(it.recipients)}: {toWhom(it, head)}
              {it.template && `; template “${it.template.name}”`}
            </p>
            {it.state === 'sent' ? (
              <Delivery it={it} />
            ) : (
              <p>
                <MessageStateMark {...it} />
              </p>
            )}
            <EndedBy it={it} />
            {(it.may.length > 0 || it.state === 'returned' || it.state === 'stopped') && (
              <div className="btn-row mt2 mb2">
                {it.may.includes('decide') && (
                  <Link className="btn btn-s" to={paths.staffMessage(it.id)}>
                    Read and decide<span className="vh"> on “{it.subject}”</span>
                  </Link>
                )}
                <StopMessage message={it} onStopped={onStopped} />
                {onAgain && (it.state === 'returned' || it.state === 'stopped') && (
                  <button className="btn btn-2 btn-s" type="button" onClick={() => onAgain(it)}>
                    Write it again<span className="vh"> “{it.subject}”</span>
                  </button>
                )}
              </div>
            )}
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

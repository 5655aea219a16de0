import { Link, useSearchParams } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { shortMoment } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { staffPaths } from '../staff-paths.ts'
import type { JobOverview } from '../review/filter-groups.ts'
import { Delivery, EndedBy, MessageStateMark } from './message-state.tsx'
import { recipientWords } from './message-words.ts'
import { countedApplicants } from './preview-emails.tsx'
import { StopMessage } from './stop-message.tsx'

type Props = {
  jobId: number
  sent: Reply<'GET /api/staff/jobs/{id}/messages/'>
  /**
   * True if the list does not start with the newest message. `sent.next` is where the next older ones start.
   */
  isOlderPage: boolean
  /** The names of places, to put a filter into words; undefined if this officer may not read them. */
  overview: JobOverview | undefined
  onStopped: (message: OfficersMessage) => void
  /** Puts the words of an ended message into the form; absent for an officer who may not write. */
  onWriteAgain?: ((message: OfficersMessage) => void) | undefined
}
type MessageProps = { message: OfficersMessage } & Pick<Props, 'onStopped' | 'onWriteAgain'>

const Buttons = ({ message, onStopped, onWriteAgain }: MessageProps) => {
  const hasEnded = message.state === 'returned' || message.state === 'stopped'
  if (message.may.length === 0 && !hasEnded) return null
  return (
    <div className="btn-row mt2 mb2">
      {message.may.includes('decide') && (
        <Link className="btn btn-small" to={staffPaths.message(message.id)}>
          <Trans>
            Read and decide<span className="sr-only"> on “{message.subject}”</span>
          </Trans>
        </Link>
      )}
      <StopMessage message={message} onStopped={onStopped} />
      {onWriteAgain && hasEnded && (
        <button className="btn btn-2 btn-small" type="button" onClick={() => onWriteAgain(message)}>
          <Trans>Write it again</Trans>
          <span className="sr-only"> “{message.subject}”</span>
        </button>
      )}
    </div>
  )
}

/** A message in the list. */
const SentMessage = ({ overview, ...buttonProps }: MessageProps & Pick<Props, 'overview'>) => {
  const { message } = buttonProps
  return (
    <li>
      <h3 className="any">
        <Link to={staffPaths.message(message.id)}>{message.subject}</Link>
      </h3>
      <p className="quiet">
        <Trans>
          {message.sent_by.name}, <span className="num">{shortMoment(message.sent_at)}</span>, to{' '}
          {countedApplicants(message.recipients)}: {recipientWords(message, overview)}
        </Trans>
        {message.template && t`; template “${message.template.name}”`}
      </p>
      {message.state === 'sent' ? (
        <Delivery message={message} />
      ) : (
        <p>
          <MessageStateMark {...message} />
        </p>
      )}
      <EndedBy message={message} />
      <Buttons {...buttonProps} />
      <details className="st-fold">
        <summary>
          <Trans>The message</Trans>
          <span className="sr-only"> “{message.subject}”</span>
        </summary>
        <p className="st-lines any">{message.body}</p>
      </details>
    </li>
  )
}

/** Links to other pages of messages. The recipients, which are in the address too, stay as they are. */
function Pages({ jobId, next, isOlderPage }: Pick<Props, 'jobId' | 'isOlderPage'> & { next: number | null }) {
  const [query] = useSearchParams()
  const addressOf = (before: number | null) => {
    const nextQuery = new URLSearchParams(query)
    if (before === null) nextQuery.delete('sent')
    else nextQuery.set('sent', String(before))
    return nextQuery.size > 0 ? `${staffPaths.messages(jobId)}?${nextQuery}` : staffPaths.messages(jobId)
  }
  if (!isOlderPage && !next) return null
  return (
    <nav className="pages" aria-label={t`Pages`}>
      {isOlderPage && (
        <Link to={addressOf(null)}>
          <Trans>Newest</Trans>
        </Link>
      )}
      {next && (
        <Link to={addressOf(next)}>
          <Trans>Older</Trans>
        </Link>
      )}
    </nav>
  )
}

/** Messages to the applicants of a job, newest first, with the state of each. */
export const SentMessages = ({ jobId, sent: { results, next }, isOlderPage, ...messageProps }: Props) => (
  <section className="st-part" aria-labelledby="sent">
    <h2 className="mb4" id="sent">
      <Trans>Messages so far</Trans>
    </h2>
    {results.length === 0 ? (
      <p className="empty">
        <Trans>No message to the applicants of this job yet.</Trans>
      </p>
    ) : (
      <ol className="st-sent">
        {results.map((entry) => (
          <SentMessage key={entry.id} message={entry} {...messageProps} />
        ))}
      </ol>
    )}
    <Pages {...{ jobId, next, isOlderPage }} />
  </section>
)

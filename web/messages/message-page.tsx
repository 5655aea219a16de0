import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { clockTime, shortDeadline } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { SENDING } from '#contract/staff/limits.ts'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { formatNumber } from '../ui/card.ts'
import { useAnswer } from '../use-answer.ts'
import { Loading } from '../staff-ui/loading.tsx'
import { JobHead } from '../staff-ui/job-head.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { TimeLeft } from '../staff-ui/time-left.tsx'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import { DecideMessage } from './decide-message.tsx'
import { Delivery, EndedBy, MessageStateMark } from './message-state.tsx'
import { toWhom } from './message-words.ts'
import { Emails, recipients } from './preview-emails.tsx'
import { StopMessage } from './stop-message.tsx'
import type { Route } from './+types/message-page'
import '../staff-ui/jobs.css'
import '../decisions/decisions.css'
import './messages.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Message', index: false })

type Whole = Reply<'GET /api/staff/messages/{id}/'>

const LEAVES = {
  until: (hour: string) => `Goes out at ${hour}; it can be stopped until then.`,
  now: 'Going out now',
  telling: 'It is going out now.',
  lastMinute: 'Less than a minute is left to stop it.',
}

/** The recipients in words, with place names where this officer may read them. */
function ToWhom({ message }: { message: Whole }) {
  const { rights } = useMe()
  const job = message.filter && rights.includes('applications.read') ? message.job.id : undefined
  const head = useAnswer(`head ${job}`, async () =>
    job ? call('GET /api/staff/jobs/{id}/review/', { params: { id: job } }) : undefined,
  )
  return <>{head.state !== 'waiting' && toWhom(message, head.state === 'here' ? head.data : undefined)}</>
}

const Facts = ({ message }: { message: Whole }) => (
  <dl className="facts st-facts">
    <dt>State</dt>
    <dd>
      <MessageStateMark {...message} />
      <EndedBy it={message} />
      {message.state === 'sent' && <Delivery it={message} />}
    </dd>
    <dt>To</dt>
    <dd>
      <span className="num">{recipients(message.recipients)}</span>: <ToWhom message={message} />
      {message.from.length > 0 && (
        <p className="quiet num">
          Now in{' '}
          {message.from.map(({ stage, count }) => `${STAGE_WORDS[stage]} ${formatNumber(count)}`).join(', ')}
        </p>
      )}
    </dd>
    <dt>Written</dt>
    <dd>
      {message.sent_by.name}, <span className="num">{shortDeadline(message.sent_at)}</span>
      {message.template && <span className="any">; template “{message.template.name}”</span>}
    </dd>
    {message.decided_by && message.state !== 'returned' && (
      <>
        <dt>Approved</dt>
        <dd>
          {message.decided_by.name}, <span className="num">{shortDeadline(message.decided_at)}</span>
          {message.note && <span className="any">: “{message.note}”</span>}
        </dd>
      </>
    )}
    <dt>Subject</dt>
    <dd className="any">{message.subject}</dd>
    <dt>Message</dt>
    <dd className="st-lines any">{message.body}</dd>
    {message.digest && (
      <>
        <dt>Digest</dt>
        <dd className="any tiny quiet">
          <code>{message.digest}</code>. It is in the log: what was approved is what was read.
        </dd>
      </>
    )}
  </dl>
)

type Hold = { message: Whole; show: (message: Whole) => void; again: () => void }

function Acts({ message, show, again }: Hold) {
  const me = useMe()
  const [said, setSaid] = useState<ResultWords>()
  const [conflict, setConflict] = useState('')
  const onMessage = (officersMessage: OfficersMessage, words: string) => {
    setSaid({ words })
    setConflict('')
    show({ ...message, ...officersMessage })
  }
  const onConflict = (sentence: string) => {
    setSaid(undefined)
    setConflict(sentence)
    again()
  }
  const stop = <StopMessage message={message} onStopped={(it) => onMessage(it, 'Stopped. No one gets it.')} />
  return (
    <>
      <ResultMessage said={said} />
      {conflict && (
        <p className="callout is-amber mb4" role="alert">
          {conflict} <b>The message is shown as it is now.</b>
        </p>
      )}
      {message.may.includes('decide') && (
        <DecideMessage message={message} onDecided={onMessage} onConflict={onConflict} />
      )}
      {message.state === 'proposed' && !message.may.includes('decide') && (
        <section className="st-act" aria-label="Waits for a second person">
          <p>
            <b>Waits for a second person.</b>{' '}
            {message.sent_by.id === me.id
              ? STAFF_WORDS.secondPerson
              : me.rights.includes('messages.approve')
                ? MESSAGE_WORDS.authors
                : 'An approver decides on it'}
            .
          </p>
          <div className="mt3">{stop}</div>
        </section>
      )}
      {message.state === 'scheduled' && message.leaves_at && (
        <section className="st-proposal st-act" aria-label="Goes out soon">
          <TimeLeft at={message.leaves_at} minutes={SENDING.stopMinutes} words={LEAVES} onPast={again} />
          <p className="small quiet mt1">Until {clockTime(new Date(message.leaves_at))} nothing is sent.</p>
          {message.may.includes('stop') ? (
            <div className="mt3">{stop}</div>
          ) : (
            <p className="small mt2">{MESSAGE_WORDS.notYours}.</p>
          )}
        </section>
      )}
    </>
  )
}

/**
 * One message to applicants: its text, its recipients, who is responsible, and what may be done with it now.
 */
export default function StaffMessagePage() {
  const id = Number(useParams().id)
  const [round, setRound] = useState(0)
  const answer = useAnswer(`${id} ${round}`, () => call('GET /api/staff/messages/{id}/', { params: { id } }))
  const [kept, show] = useLastAnswer(answer)
  const message = kept?.id === id ? kept : undefined
  if (message) {
    return (
      <>
        <JobHead id={message.job.id} here="messages" job={message.job} />
        <h2 className="mb4 any">
          <Link to={paths.staffMessages(message.job.id)}>Messages</Link>: {message.subject}
        </h2>
        <Acts message={message} show={show} again={() => setRound((before) => before + 1)} />
        <div className="st-whole">
          <Facts message={message} />
          {message.letters.length > 0 && (
            <section className="st-part st-beside" aria-labelledby="first">
              <h2 className="h-s" id="first">
                The first emails, as they will be
              </h2>
              <Emails letters={message.letters} />
            </section>
          )}
        </div>
      </>
    )
  }
  if (answer.state === 'failed') {
    const gone = isCallFailed(answer.error) && answer.error.status === 404
    return (
      <div className="callout is-red" role="alert">
        <h1 className="h-s">{gone ? 'There is no such message' : 'The message could not load'}</h1>
        {gone ? (
          <Link to={paths.staffJobs}>All jobs</Link>
        ) : (
          <button className="link" type="button" onClick={answer.again}>
            Try again
          </button>
        )}
      </div>
    )
  }
  return (
    <>
      <h1 className="vh">Message</h1>
      <Loading />
    </>
  )
}

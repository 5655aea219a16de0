import { withFullStop } from '#contract/full-stop.ts'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { clockTime, shortMoment } from '#contract/dates.ts'
import type { Reply } from '#contract/endpoints.ts'
import { SENDING } from '#contract/messages/limits.ts'
import { MESSAGE_WORDS } from '#contract/messages/fields.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { STAGE_WORDS } from '#contract/review/stages.ts'
import { STAFF_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { type Loaded, loaded, useReload } from '../loaded.ts'
import { pageMeta } from '../page-meta.ts'
import { staffPaths } from '../staff-paths.ts'
import { formatNumber } from '../ui/card.ts'
import type { JobOverview } from '../review/filter-groups.ts'
import { JobHead } from '../staff-ui/job-head.tsx'
import { ResultMessage, type ActionResult } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { TimeLeft } from '../staff-ui/time-left.tsx'
import { useLatestData } from '../staff-ui/use-latest-data.ts'
import { useResolved } from '../staff-ui/use-resolved.ts'
import { DecideMessage } from './decide-message.tsx'
import { Delivery, EndedBy, MessageStateMark } from './message-state.tsx'
import { recipientWords } from './message-words.ts'
import { Emails, countedApplicants } from './preview-emails.tsx'
import { StopMessage } from './stop-message.tsx'
import type { Route } from './+types/message-page'
import '../staff-ui/jobs.css'
import '../decisions/decisions.css'
import './messages.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: t`Message`, index: false })

export const clientLoader = async ({ params }: Route.ClientLoaderArgs) => {
  const message = await loaded(call('GET /api/staff/messages/{id}/', { params: { id: Number(params.id) } }))
  // `overview` has the names of places, to put a filter into words. Recipients who were chosen one by one
  // need none. The message loads first, because only it names its job.
  const overview =
    message.data?.filter &&
    loaded(call('GET /api/staff/jobs/{id}/review/', { params: { id: message.data.job.id } }))
  return { message, overview: overview || undefined }
}

type Message = Reply<'GET /api/staff/messages/{id}/'>
type PendingOverview = Promise<Loaded<JobOverview>> | undefined

const DEPARTURE_WORDS = {
  until: (time: string) => t`Goes out at ${time}; you can stop it until then.`,
  due: t`Going out now`,
  announcedWhenDue: t`It is going out now.`,
  lastMinute: t`Less than a minute is left to stop it.`,
}

/** The recipients in words, with place names where this officer may read them. */
function ToWhom({ message, pendingOverview }: { message: Message; pendingOverview: PendingOverview }) {
  // The names of places; undefined until they have loaded, because the page does not wait for them.
  const overview = useResolved(pendingOverview)
  return <>{(overview || !pendingOverview) && recipientWords(message, overview?.data)}</>
}

type FactsProps = { message: Message; pendingOverview: PendingOverview }

const StateFacts = ({ message, pendingOverview }: FactsProps) => (
  <>
    <dt>{t`State`}</dt>
    <dd>
      <MessageStateMark {...message} />
      <EndedBy message={message} />
      {message.state === 'sent' && <Delivery message={message} />}
    </dd>
    <dt>{t`To`}</dt>
    <dd>
      <span className="num">{countedApplicants(message.recipients)}</span>:{' '}
      <ToWhom message={message} pendingOverview={pendingOverview} />
      {/* The stages at which the recipients of the message are now. */}
      {message.from.length > 0 && (
        <p className="quiet num">
          <Trans>
            Now in{' '}
            {message.from
              .map(({ stage, count }) => `${STAGE_WORDS[stage]} ${formatNumber(count)}`)
              .join(', ')}
          </Trans>
        </p>
      )}
    </dd>
  </>
)

/** The facts of a message. */
const Facts = ({ message, pendingOverview }: FactsProps) => (
  <dl className="facts st-facts">
    <StateFacts message={message} pendingOverview={pendingOverview} />
    <dt>{t`Written`}</dt>
    <dd>
      {message.sent_by.name}, <span className="num">{shortMoment(message.sent_at)}</span>
      {message.template && (
        <span className="any">
          <Trans>; template “{message.template.name}”</Trans>
        </span>
      )}
    </dd>
    {/* If the message was returned, the part about its state above says so. */}
    {message.decided_by && message.state !== 'returned' && (
      <>
        <dt>{t`Approved`}</dt>
        <dd>
          {message.decided_by.name}, <span className="num">{shortMoment(message.decided_at)}</span>
          {message.note && <span className="any">: “{message.note}”</span>}
        </dd>
      </>
    )}
    <dt>{t`Subject`}</dt>
    <dd className="any">{message.subject}</dd>
    <dt>{t`Message`}</dt>
    <dd className="st-lines any">{message.body}</dd>
    {message.digest && (
      <>
        <dt>{t`Digest`}</dt>
        <dd className="any tiny quiet">
          <Trans>
            <code>{message.digest}</code>. The log has it too. It proves that the second person approved what
            they read.
          </Trans>
        </dd>
      </>
    )}
  </dl>
)

type ActionsProps = { message: Message; onMessage: (message: Message) => void; onReload: () => void }

function WaitsForSecondPerson({ message, children }: { message: Message; children: ReactNode }) {
  const me = useMe()
  const otherOfficerWords = me.rights.includes('messages.approve')
    ? MESSAGE_WORDS.authors
    : t`An approver decides on it`
  return (
    <section className="st-action" aria-label={t`Waits for a second person`}>
      <p>
        <b>
          <Trans>Waits for a second person.</Trans>
        </b>{' '}
        {withFullStop(message.sent_by.id === me.id ? STAFF_WORDS.secondPerson : otherOfficerWords)}
      </p>
      <div className="mt3">{children}</div>
    </section>
  )
}

/** `onDue` is called at the time when the message goes out, to load its new state. */
type GoesOutProps = { leavesAt: string; mayStop: boolean; onDue: () => void; children: ReactNode }

const GoesOutSoon = ({ leavesAt, mayStop, onDue, children }: GoesOutProps) => (
  <section className="st-proposal st-action" aria-label={t`Goes out soon`}>
    <TimeLeft dueAt={leavesAt} shownMinutes={SENDING.stopMinutes} words={DEPARTURE_WORDS} onDue={onDue} />
    <p className="small quiet mt1">
      <Trans>Until {clockTime(new Date(leavesAt))} nothing is sent.</Trans>
    </p>
    {mayStop ? <div className="mt3">{children}</div> : <p className="small mt2">{MESSAGE_WORDS.notYours}.</p>}
  </section>
)

/** What may be done with the message now, and the result of the last action. */
function Actions({ message, onMessage, onReload }: ActionsProps) {
  const [result, setResult] = useState<ActionResult>()
  const [conflict, setConflict] = useState('')
  const onChanged = (changed: OfficersMessage, words: string) => {
    setResult({ words })
    setConflict('')
    onMessage({ ...message, ...changed })
  }
  const onConflict = (sentence: string) => {
    setResult(undefined)
    setConflict(sentence)
    onReload()
  }
  const mayDecide = message.may.includes('decide')
  const stopButton = (
    <StopMessage message={message} onStopped={(stopped) => onChanged(stopped, t`Stopped. No one gets it.`)} />
  )
  return (
    <>
      <ResultMessage result={result} />
      {conflict && (
        <p className="callout is-amber mb4" role="alert">
          {conflict} <b>{t`The message is shown as it is now.`}</b>
        </p>
      )}
      {mayDecide && <DecideMessage message={message} onDecided={onChanged} onConflict={onConflict} />}
      {message.state === 'proposed' && !mayDecide && (
        <WaitsForSecondPerson message={message}>{stopButton}</WaitsForSecondPerson>
      )}
      {message.state === 'scheduled' && message.leaves_at && (
        <GoesOutSoon leavesAt={message.leaves_at} mayStop={message.may.includes('stop')} onDue={onReload}>
          {stopButton}
        </GoesOutSoon>
      )}
    </>
  )
}

const NotLoaded = ({ error, onReload }: { error: unknown; onReload: () => void }) => {
  const isGone = isCallFailed(error) && error.status === 404
  return (
    <div className="callout is-red" role="alert">
      <h1 className="heading-small">
        {isGone ? t`There is no such message` : t`The message could not load`}
      </h1>
      {isGone ? (
        <Link to={staffPaths.jobs}>{t`All jobs`}</Link>
      ) : (
        <button className="link" type="button" onClick={onReload}>{t`Try again`}</button>
      )}
    </div>
  )
}

type PageProps = { loadedMessage: Loaded<Message>; pendingOverview: PendingOverview }

function MessagePage({ loadedMessage, pendingOverview }: PageProps) {
  // The message as it was loaded last, or as an action returned it since.
  const [message, setMessage] = useLatestData(loadedMessage)
  const reload = useReload(loadedMessage.error)
  if (!message) return <NotLoaded error={loadedMessage.error} onReload={reload} />
  return (
    <>
      <JobHead id={message.job.id} job={message.job} />
      <h2 className="mb4 any">
        <Link to={staffPaths.messages(message.job.id)}>{t`Messages`}</Link>: {message.subject}
      </h2>
      <Actions message={message} onMessage={setMessage} onReload={reload} />
      <div className="st-whole">
        <Facts message={message} pendingOverview={pendingOverview} />
        {message.letters.length > 0 && (
          <section className="st-part st-second-column" aria-labelledby="first">
            <h2 className="heading-small" id="first">{t`The first emails, as applicants will get them`}</h2>
            <Emails emails={message.letters} />
          </section>
        )}
      </div>
    </>
  )
}

/**
 * One message to applicants: its text, its recipients, who is responsible, and what may be done with it now.
 */
export default function StaffMessagePage({ params, loaderData }: Route.ComponentProps) {
  const { message, overview } = loaderData
  return <MessagePage key={params.id} loadedMessage={message} pendingOverview={overview} />
}

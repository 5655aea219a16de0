import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { clockTime } from '#contract/dates.ts'
import type { OfficersMessage } from '#contract/messages/endpoints.ts'
import { call } from '../api.ts'
import { pageMeta } from '../page-meta.ts'
import { useAnswer } from '../use-answer.ts'
import { JobHead, JobUnread } from '../staff-ui/job-head.tsx'
import { Loading } from '../staff-ui/loading.tsx'
import { type Filter, readAddress } from '../review/address.ts'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import { useQuery } from '../staff-ui/use-query.ts'
import { Compose } from './compose.tsx'
import { useSavedMessage } from './saved-message.ts'
import { readSaved } from './message-words.ts'
import { recipients } from './preview-emails.tsx'
import { Recipients } from './recipients.tsx'
import { SentMessages } from './sent-messages.tsx'
import { Templates } from './templates.tsx'
import type { Route } from './+types/messages-page'
import '../staff-ui/jobs.css'
import '../decisions/decisions.css'
import '../review/review.css'
import './messages.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Messages', index: false })

const AGAIN_MS = 5_000

/** What happened to a message that was just written. */
const sentWords = ({ state, leaves_at, recipients: count }: OfficersMessage) =>
  state === 'proposed'
    ? `Proposed to ${recipients(count)}. A second person reads and approves it.`
    : `Written to ${recipients(count)}. It goes out at ${clockTime(new Date(leaves_at ?? ''))}; until then you can stop it.`

/** Messages to the applicants of a job: recipients, text, and earlier messages. */
export default function MessagesPage() {
  const me = useMe()
  const job = Number(useParams().id)
  const [query, setQuery] = useQuery()
  const [round, setRound] = useState(0)
  const [said, setSaid] = useState<ResultWords>()
  const kept = useSavedMessage(me.id, job)
  const writes = me.rights.includes('messages.send')
  const before = query.get('sent') ?? ''
  const named = (query.get('applications') ?? '')
    .split(',')
    .flatMap((entry) => (/^[1-9]\d{0,9}$/.test(entry) ? [Number(entry)] : []))
  const { filter } = readAddress(query)
  const reads = me.rights.includes('applications.read')
  const head = useAnswer(`head ${job}`, async () =>
    reads ? call('GET /api/staff/jobs/{id}/review/', { params: { id: job } }) : undefined,
  )
  const history = useAnswer(`${job} ${before} ${round}`, () =>
    call('GET /api/staff/jobs/{id}/messages/', { params: { id: job }, query: { before } }),
  )
  const templates = useAnswer(`templates ${round}`, () => call('GET /api/staff/templates/'))
  const [sent] = useLastAnswer(history)
  const kinds = useLastAnswer(templates)[0]?.results ?? []
  // Loads again while messages are being sent, and when a scheduled one becomes due.
  const waits = sent?.results.some(({ waiting, state }) => waiting > 0 || state === 'scheduled') ?? false
  useEffect(() => {
    if (!waits) return
    const isLeaving = ({ waiting, state, leaves_at }: OfficersMessage) =>
      waiting > 0 ||
      (state === 'scheduled' && leaves_at !== null && new Date(leaves_at).getTime() < Date.now())
    const timer = setInterval(
      () =>
        document.visibilityState === 'visible' &&
        sent?.results.some(isLeaving) &&
        setRound((entry) => entry + 1),
      AGAIN_MS,
    )
    return () => clearInterval(timer)
  }, [waits, sent])
  const again = (words: string) => {
    setSaid({ words })
    setRound(round + 1)
  }
  const ask = (asked: Filter) =>
    setQuery(
      new URLSearchParams(Object.entries(asked).filter((it): it is [string, string] => Boolean(it[1]))),
    )
  const writeAgain = ({ subject, body, template, filter: kept_filter }: OfficersMessage) => {
    kept.type({ subject, body, template: template?.id })
    if (kept_filter !== null) ask(readSaved(kept_filter))
    requestAnimationFrame(() => document.getElementById('subject')?.focus())
  }
  const headData = head.state === 'here' ? head.data : undefined
  if (history.state === 'failed' && !sent) {
    return <JobUnread error={history.error} what="The messages could not load." again={history.again} />
  }
  return (
    <>
      <JobHead id={job} here="messages" job={sent?.job} />
      <ResultMessage said={said} after={sent} />
      <div className={writes ? 'st-whole st-messages' : undefined}>
        {writes && (
          <div>
            <h2 className="mb4">Write to applicants</h2>
            <Recipients job={job} head={headData} named={named} filter={filter} onFilter={ask} />
            <Compose
              job={job}
              named={named}
              filter={filter}
              kept={kept}
              templates={kinds}
              onSent={(message) => again(sentWords(message))}
            />
          </div>
        )}
        <div>
          <section className="st-part" aria-labelledby="sent">
            <h2 className="mb4" id="sent">
              Messages so far
            </h2>
            {sent ? (
              <SentMessages
                job={job}
                messages={sent.results}
                next={sent.next}
                later={before !== ''}
                head={headData}
                onStopped={() => again('Stopped. No one gets it.')}
                onAgain={writes ? writeAgain : undefined}
              />
            ) : (
              <Loading />
            )}
          </section>
          <Templates
            templates={kinds}
            writes={writes}
            start={{ subject: kept.typed.subject, body: kept.typed.body }}
            onChanged={again}
          />
        </div>
      </div>
    </>
  )
}

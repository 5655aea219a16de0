import { useEffect, useState } from 'react'
import { useParams } from 'react-router'
import { call } from '../../api.ts'
import { pageMeta } from '../../page-meta.ts'
import { useAnswer } from '../../use-answer.ts'
import { JobHead, JobUnread } from '../job-head.tsx'
import { Loading } from '../loading.tsx'
import { type Filter, readAddress } from '../review/address.ts'
import { useMe } from '../shell.tsx'
import { useKept } from '../use-kept.ts'
import { useQuery } from '../use-query.ts'
import { Compose } from './compose.tsx'
import { useKeptMessage } from './kept-message.ts'
import { recipients } from './preview-letters.tsx'
import { Recipients } from './recipients.tsx'
import { SentMessages } from './sent-messages.tsx'
import { Templates } from './templates.tsx'
import type { Route } from './+types/messages-page'
import '../jobs.css'
import '../decisions/decisions.css'
import '../review/review.css'
import './messages.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Messages', index: false })

const AGAIN_MS = 5_000

/** Messages to the applicants of a job: whom, what, and what was sent before. */
export default function MessagesPage() {
  const me = useMe()
  const job = Number(useParams().id)
  const [query, setQuery] = useQuery()
  const [round, setRound] = useState(0)
  const [said, setSaid] = useState('')
  const kept = useKeptMessage(me.id, job)
  const writes = me.rights.includes('messages.send')
  const before = query.get('sent') ?? ''
  const named = (query.get('applications') ?? '').split(',').flatMap((one) => (/^[1-9]\d{0,9}$/.test(one) ? [Number(one)] : []))
  const { filter } = readAddress(query)
  const head = useAnswer(`head ${job}`, () => call('GET /api/staff/jobs/{id}/review/', { params: { id: job } }))
  const history = useAnswer(`${job} ${before} ${round}`, () => call('GET /api/staff/jobs/{id}/messages/', { params: { id: job }, query: { before } }))
  const templates = useAnswer(`templates ${round}`, () => call('GET /api/staff/templates/'))
  const [sent] = useKept(history)
  const kinds = useKept(templates)[0]?.results ?? []
  const waits = sent?.results.some(({ waiting }) => waiting > 0) ?? false
  useEffect(() => {
    if (!waits) return
    const timer = setInterval(() => document.visibilityState === 'visible' && setRound((one) => one + 1), AGAIN_MS)
    return () => clearInterval(timer)
  }, [waits])
  const again = (words: string) => {
    setSaid(words)
    setRound(round + 1)
  }
  const ask = (asked: Filter) => setQuery(new URLSearchParams(Object.entries(asked).filter((it): it is [string, string] => Boolean(it[1]))))
  const headData = head.state === 'here' ? head.data : undefined
  if (history.state === 'failed' && !sent) {
    return <JobUnread error={history.error} what="The messages could not be read." again={history.again} />
  }
  return (
    <>
      <JobHead id={job} here="messages" job={sent?.job} />
      <div role="status">{said && <p className="callout is-green mb4">{said}</p>}</div>
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
              onSent={(message) => again(`Sent to ${recipients(message.recipients)}. Letters leave in turn; the list of messages counts them.`)}
            />
          </div>
        )}
        <div>
          <section className="st-part" aria-labelledby="sent">
            <h2 className="mb4" id="sent">
              Sent
            </h2>
            {sent ? <SentMessages job={job} messages={sent.results} next={sent.next} later={before !== ''} head={headData} /> : <Loading />}
          </section>
          <Templates templates={kinds} writes={writes} start={{ subject: kept.typed.subject, body: kept.typed.body }} onChanged={again} />
        </div>
      </div>
    </>
  )
}

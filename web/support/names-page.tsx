import { useState } from 'react'
import { shortDeadline } from '#contract/dates.ts'
import { REVIEW } from '#contract/staff/limits.ts'
import type { Lift } from '#contract/review/lifts.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { pageMeta } from '../page-meta.ts'
import { useAnswer } from '../use-answer.ts'
import { Decision, useDecision } from '../staff-ui/decision.tsx'
import { Loading, Unread } from '../staff-ui/loading.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useLastAnswer } from '../staff-ui/use-last-answer.ts'
import { useSending } from '../staff-ui/use-sending.ts'
import type { Route } from './+types/names-page'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Requests to see names', index: false })

type Props = { lift: Lift; onDone: (words: string) => void }

const Asked = ({ lift: it }: { lift: Lift }) => (
  <>
    <h3 id={`lift-${it.id}`} className="any">
      {it.by.name}: {it.job.title} <span className="quiet nw">{it.job.reference}</span>
    </h3>
    <p className="mt2">
      <q className="any">{it.reason}</q>
    </p>
    <p className="small quiet mt2">
      Asked {shortDeadline(it.requested_at)}; waits until {shortDeadline(it.ends_at)}
    </p>
  </>
)

/** One request of someone else: decides whether they see names. */
function ToDecide({ lift: it, onDone }: Props) {
  const decision = useDecision(`lift-note-${it.id}`)
  const decide = (agree: boolean) =>
    void decision.send(async () => {
      await call('POST /api/staff/lifts/{id}/decide/', {
        params: { id: it.id },
        body: { agree, note: decision.note },
      })
      onDone(
        agree
          ? `Agreed: ${it.by.name} sees names of ${it.job.title} for ${REVIEW.liftHours} hours.`
          : `Refused: ${it.by.name} reads your note.`,
      )
    })
  return (
    <article className="st-card is-waiting" aria-labelledby={`lift-${it.id}`}>
      <Asked lift={it} />
      <Decision
        of={decision}
        as="agree"
        readers="The officer who asked reads it."
        maxLength={500}
        what={`names for ${it.by.name}`}
        onDecide={decide}
      />
    </article>
  )
}

function Own({ lift: it, onDone }: Props) {
  const { faults, round, busy, send } = useSending([])
  const takeBack = () =>
    void send(async () => {
      await call('POST /api/staff/lifts/{id}/withdraw/', { params: { id: it.id } })
      onDone('The request is taken back.')
    })
  return (
    <article className="st-card is-waiting" aria-labelledby={`lift-${it.id}`}>
      <Asked lift={it} />
      <ErrorSummary faults={faults} round={round} />
      <p className="btn-row mt3">
        <button className="btn btn-2 btn-s" type="button" aria-disabled={busy} onClick={takeBack}>
          Take back<span className="vh">: {it.job.title}</span>
        </button>
      </p>
    </article>
  )
}

/** Requests to see who applicants are before a list is approved: one officer requests it, another agrees. */
export default function NamesPage() {
  const [round, setRound] = useState(0)
  const [said, setSaid] = useState<ResultWords>()
  const answer = useAnswer(round, () => call('GET /api/staff/lifts/'))
  const [lifts] = useLastAnswer(answer)
  const done = (words: string) => {
    setSaid({ words })
    setRound(round + 1)
  }
  return (
    <>
      <h1>Requests to see names</h1>
      <p className="mt2 mb5">
        Identities are hidden until a decision list takes effect. An officer who must know earlier gives a
        reason. Another officer agrees or refuses.
      </p>
      <ResultMessage said={said} after={lifts} className="mb5" />
      {answer.state === 'waiting' && !lifts && <Loading />}
      {answer.state === 'failed' && <Unread what="The list" again={answer.again} />}
      {lifts && (
        <>
          {lifts.to_decide.length + lifts.own.length === 0 && <p className="empty">No request waits.</p>}
          {lifts.to_decide.length > 0 && <h2 className="mb4">Waiting for you</h2>}
          {lifts.to_decide.map((it) => (
            <ToDecide key={it.id} lift={it} onDone={done} />
          ))}
          {lifts.own.length > 0 && <h2 className="mb4">Your own</h2>}
          {lifts.own.map((it) => (
            <Own key={it.id} lift={it} onDone={done} />
          ))}
        </>
      )}
    </>
  )
}

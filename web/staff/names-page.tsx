import { useState } from 'react'
import { shortDeadline } from '#contract/dates.ts'
import { REVIEW } from '#contract/limits.ts'
import type { Lift } from '#contract/staff-lifts.ts'
import { call } from '../api.ts'
import { ErrorSummary } from '../form/error-summary.tsx'
import { TextField } from '../form/field.tsx'
import { pageMeta } from '../page-meta.ts'
import { useAnswer } from '../use-answer.ts'
import { faultsOf } from './form-faults.ts'
import { Loading, Unread } from './loading.tsx'
import { useSending } from './use-sending.ts'
import type { Route } from './+types/names-page'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Requests to see names', index: false })

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

/** One request of somebody else: whether they see names is decided here. */
function ToDecide({ lift: it, onDone }: Props) {
  const noteAt = `lift-note-${it.id}`
  const { faults, round, busy, at, send } = useSending((error) =>
    faultsOf(error, ['note']).map(({ field, sentence }) => ({ field: field && noteAt, sentence })),
  )
  const [note, setNote] = useState('')
  const decide = (agree: boolean) =>
    void send(async () => {
      await call('POST /api/staff/lifts/{id}/decide/', { params: { id: it.id }, body: { agree, note } })
      onDone(agree ? `Agreed: ${it.by.name} sees names of ${it.job.title} for ${REVIEW.liftHours} hours.` : `Refused: ${it.by.name} reads your note.`)
    })
  return (
    <article className="st-card" aria-labelledby={`lift-${it.id}`}>
      <Asked lift={it} />
      <ErrorSummary faults={faults} round={round} />
      <div className="st-decide">
        <TextField
          id={noteAt}
          label="Note"
          hint="To refuse it you must say why."
          optional
          maxLength={500}
          autoComplete="off"
          value={note}
          onValue={setNote}
          fault={at(noteAt)}
        />
        <p className="btn-row mt3">
          <button className="btn btn-s" type="button" aria-disabled={busy} onClick={() => decide(true)}>
            Agree<span className="vh">: {it.by.name} sees names</span>
          </button>
          <button className="btn btn-2 btn-s" type="button" aria-disabled={busy} onClick={() => decide(false)}>
            Refuse<span className="vh">: {it.by.name} sees no names</span>
          </button>
        </p>
      </div>
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
    <article className="st-card" aria-labelledby={`lift-${it.id}`}>
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

/** Requests to see who applicants are before a list is approved: one officer asks, another agrees. */
export default function NamesPage() {
  const [round, setRound] = useState(0)
  const [said, setSaid] = useState('')
  const answer = useAnswer(round, () => call('GET /api/staff/lifts/'))
  const done = (words: string) => {
    setSaid(words)
    setRound(round + 1)
  }
  return (
    <>
      <h1>Requests to see names</h1>
      <p className="mt2 mb5">
        Who applicants are is hidden until a list of decisions has taken effect. An officer who must know before that says why, and another officer agrees or
        refuses.
      </p>
      <div role="status">{said && <p className="callout is-green mb5">{said}</p>}</div>
      {answer.state === 'waiting' && <Loading />}
      {answer.state === 'failed' && <Unread what="The list" again={answer.again} />}
      {answer.state === 'here' && (
        <>
          {answer.data.to_decide.length + answer.data.own.length === 0 && <p className="empty">No request waits.</p>}
          {answer.data.to_decide.length > 0 && <h2 className="mb4">Waiting for you</h2>}
          {answer.data.to_decide.map((it) => (
            <ToDecide key={it.id} lift={it} onDone={done} />
          ))}
          {answer.data.own.length > 0 && <h2 className="mb4">Your own</h2>}
          {answer.data.own.map((it) => (
            <Own key={it.id} lift={it} onDone={done} />
          ))}
        </>
      )}
    </>
  )
}

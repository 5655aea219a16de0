import { useEffect, useState } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { DecisionListDetail } from '#contract/decisions/endpoints.ts'
import type { StaffMember } from '#contract/staff/endpoints.ts'
import { DECISION_WORDS, STAFF_WORDS } from '#contract/staff/words.ts'
import { call } from '../api.ts'
import { isCallFailed } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { paths } from '../paths.ts'
import { JobTitle } from '../ui/job-title.tsx'
import { Loading } from '../staff-ui/loading.tsx'
import { ResultMessage, type ResultWords } from '../staff-ui/result-message.tsx'
import { useMe } from '../staff-ui/shell.tsx'
import { DecideList } from './decide-list.tsx'
import { DraftList, type Words } from './draft-list.tsx'
import { EarlyWarning } from './early.tsx'
import { ListEntries } from './list-entries.tsx'
import { ListFacts } from './list-facts.tsx'
import { ListLaw } from './list-law.tsx'
import { ListStateMark } from './list-state.tsx'
import { Balance, Counties } from './list-sums.tsx'
import { wasReturned } from './list-words.ts'
import { sayWhy } from './reason-fields.tsx'
import { UndoList } from './undo-list.tsx'
import { useAttempt } from './use-attempt.ts'
import { useList } from './use-list.ts'
import type { Route } from './+types/list-page'
import '../staff-ui/jobs.css'
import './decisions.css'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: 'Decision list', index: false })

const Letter = ({ letter, applied }: { letter: DecisionListDetail['letter']; applied: boolean }) => (
  <section className="st-part" aria-labelledby="letter">
    <h2 className="h-s" id="letter">
      {applied ? 'The email that each of them got' : 'The email, as it will be'}
    </h2>
    {letter ? (
      <div className="st-letter">
        <p className="b any">{letter.subject}</p>
        <p className="st-lines any mt2">{letter.text}</p>
      </div>
    ) : (
      <p className="empty">No emails will be sent: the status that applicants see does not change.</p>
    )}
  </section>
)

type Typed = { words: Words | undefined; note: string; reason: string; early: string }
const NOTHING: Typed = { words: undefined, note: '', reason: '', early: '' }

/** Text typed for a step that is over, shown so that it can be copied. */
const LeftOver = ({ list, typed }: { list: DecisionListDetail; typed: Typed }) => {
  const over = [
    !list.may.includes('decide') && typed.note && ['Your note', typed.note],
    !list.may.includes('undo') && typed.reason && ['Your reason', typed.reason],
    !list.may.includes('change') &&
      typed.words && ['Your words', [typed.words.name, sayWhy(typed.words)].filter(Boolean).join(': ')],
  ].filter((entry): entry is [string, string] => Array.isArray(entry))
  return over.map(([what, text]) => (
    <p className="mt2 any" key={what}>
      {what}, not sent: “{text}”
    </p>
  ))
}

/** An approver who may not decide has made, proposed or changed the list. */
const whoDecides = (list: DecisionListDetail, me: StaffMember) => {
  if (list.made_by.id === me.id || list.proposed_by?.id === me.id) return STAFF_WORDS.secondPerson
  return me.rights.includes('decisions.approve') ? DECISION_WORDS.contributed : 'An approver decides on it'
}

type Hold = { list: DecisionListDetail; show: (list: DecisionListDetail) => void; again: () => void }

function Acts({ list, show, again }: Hold) {
  const me = useMe()
  const [typed, setTyped] = useState({ ...NOTHING, early: list.early_reason })
  const { state } = useLocation() as { state: { said?: ResultWords } | null }
  const [said, setSaid] = useState(state?.said)
  // Shown once, and not again when the page reloads.
  useEffect(() => {
    if (history.state?.usr?.said) history.replaceState({ ...history.state, usr: null }, '')
  }, [])
  const [conflict, setConflict] = useState('')
  const attempt = useAttempt({
    onList: (it, words) => {
      setSaid({ words })
      setConflict('')
      setTyped((before) => ({ ...before, note: '', reason: '' }))
      show(it)
    },
    onConflict: (sentence) => {
      setSaid(undefined)
      setConflict(sentence)
      again()
    },
  })
  const type = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }))
  const takeBack = () =>
    void attempt.run([], 'Taken back, to be changed.', () =>
      call('POST /api/staff/decisions/{id}/withdraw/', { params: { id: list.id } }),
    )
  return (
    <>
      <ResultMessage said={said} />
      {conflict && (
        <div className="callout is-amber mb4" role="alert">
          <p>
            {conflict} <b>The list is shown as it is now.</b>
          </p>
          <LeftOver list={list} typed={typed} />
        </div>
      )}
      {wasReturned(list) && (
        <p className="callout is-amber mb4 any">
          Returned by {list.decided_by?.name}: “{list.note}”
        </p>
      )}
      {['drafting', 'proposed', 'approved'].includes(list.state) && <EarlyWarning list={list} />}
      {list.state === 'drafting' && list.may.length > 0 && (
        <DraftList
          list={list}
          attempt={attempt}
          words={typed.words}
          onWords={(words) => type({ words })}
          early={typed.early}
          onEarly={(early) => type({ early })}
        />
      )}
      {list.may.includes('decide') && (
        <DecideList list={list} attempt={attempt} note={typed.note} onNote={(note) => type({ note })} />
      )}
      {list.state === 'proposed' && !list.may.includes('decide') && (
        <section className="st-proposal st-act" aria-label="Waits for a second person">
          <p>
            <b>Waits for a second person.</b> {whoDecides(list, me)}.
          </p>
          <ErrorOf attempt={attempt} />
          {list.may.includes('withdraw') && (
            <p className="mt3">
              <button
                className="btn btn-2 btn-s"
                type="button"
                aria-disabled={attempt.busy}
                onClick={takeBack}
              >
                Take the proposal back
              </button>
            </p>
          )}
        </section>
      )}
      {list.may.includes('decide') && list.may.includes('withdraw') && (
        <p className="mb4">
          <button className="btn btn-2 btn-s" type="button" aria-disabled={attempt.busy} onClick={takeBack}>
            Take the proposal back
          </button>
        </p>
      )}
      {list.state === 'approved' && (
        <UndoList
          list={list}
          attempt={attempt}
          reason={typed.reason}
          onReason={(reason) => type({ reason })}
          onPast={again}
        />
      )}
    </>
  )
}

const ErrorOf = ({ attempt }: { attempt: ReturnType<typeof useAttempt> }) =>
  attempt.faults.length > 0 && (
    <p className="err mt2" role="alert">
      {attempt.faults[0]?.sentence}
    </p>
  )

function Shown(hold: Hold) {
  const { list } = hold
  return (
    <>
      <p className="folio">
        <span>
          <span className="ref">{list.job.reference}</span>{' '}
          <Link to={paths.staffDecisions(list.job.id)}>{list.job.title}</Link>
        </span>
        <ListStateMark state={list.state} />
      </p>
      <div className="st-head">
        <h1 className="any">
          <JobTitle title={list.name} />
        </h1>
      </div>
      <Acts {...hold} />
      <div className="st-whole">
        <ListFacts list={list} />
        <div className="st-beside">
          <Letter letter={list.letter} applied={list.state === 'applied'} />
          <section className="st-part" aria-labelledby="sums">
            <h2 className="h-s" id="sums">
              {list.sums ? 'Who they are' : 'The law’s lines'}
            </h2>
            {list.sums ? <Balance sums={list.sums} /> : <ListLaw list={list} />}
          </section>
          {list.counties.length > 0 && (
            <section className="st-part" aria-labelledby="counties">
              <h2 className="h-s" id="counties">
                Where they live
              </h2>
              <Counties counties={list.counties} whole={list.size} />
            </section>
          )}
        </div>
        <ListEntries list={list} />
      </div>
    </>
  )
}

/** One list of decisions: what it does, to whom, who is responsible, and what may be done with it now. */
export default function StaffListPage() {
  const id = Number(useParams().id)
  const { answer, list, show, again } = useList(id)
  if (list) return <Shown key={id} list={list} show={show} again={again} />
  if (answer.state === 'failed') {
    const gone = isCallFailed(answer.error) && answer.error.status === 404
    return (
      <div className="callout is-red" role="alert">
        <h1 className="vh">Decision list</h1>
        <p>
          {gone
            ? 'There is no such list, or it is not in your areas.'
            : 'The list could not be read. You may be offline.'}
        </p>
        {gone ? (
          <p>
            <Link to={paths.staffDecisions()}>All decision lists</Link>
          </p>
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
      <h1 className="vh">Decision list</h1>
      <Loading />
    </>
  )
}

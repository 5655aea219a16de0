import { type ReactNode, useEffect, useRef, useState } from 'react'
import { missingParts, type Missing } from '#contract/application-rules.ts'
import { type Step, WIZARD_WORDS } from '#contract/application-words.ts'
import { longDeadline } from '#contract/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { openForms } from './missing.ts'
import { Bar } from './save-bar.tsx'
import { isUnderway } from './states.ts'
import type { Wizard } from './use-wizard.ts'

type Props = { wizard: Wizard; onStep: (step: Step) => void; words: ReactNode; onSubmit: () => boolean }

/** S2 §4 Submit: the pre-check, the confirmation, and the word about the deadline where there is no network. */
export function ReviewEnd({ wizard, onStep, words, onSubmit }: Props) {
  const { is, flags, draft, context, identity, session, failure, waitingFor } = wizard
  const [round, setRound] = useState(0)
  const [asking, setAsking] = useState<'sure' | 'offline'>()
  const missing = missingParts(flags, draft.answers, context.job)
  const busy = isUnderway(is)
  const noNetwork = is === 'retrying' && waitingFor === 'network'
  const press = () => {
    if (busy || !onSubmit()) return
    setRound(round + 1)
    if (missing.length === 0) setAsking('sure')
  }
  const yes = () => {
    if ((is === 'away' || !navigator.onLine) && asking === 'sure') return setAsking('offline')
    setAsking(undefined)
    session.submit()
  }
  return (
    <>
      <div className="wrap">
        {round > 0 && missing.length > 0 && <PreCheck missing={missing} round={round} onStep={onStep} />}
        {failure !== undefined && <Failed sentence={failure} />}
        {noNetwork && <Waiting deadline={context.job.expiry_date} onHoldBack={session.holdBack} />}
      </div>
      <Bar
        wizard={wizard}
        two
        said={busy ? <p className="said">{noNetwork ? 'Not sent yet. It is tried again by itself.' : WIZARD_WORDS.submitting}</p> : words}
      >
        <button className="btn btn-2" type="button" onClick={() => onStep(4)} aria-disabled={busy}>
          Previous
        </button>
        <button className="btn" type="button" onClick={press} aria-disabled={busy}>
          {busy ? WIZARD_WORDS.submitting : 'Submit application'}
        </button>
      </Bar>
      {asking === 'sure' && (
        <Dialog
          title="Submit your application?"
          onClose={() => setAsking(undefined)}
          buttons={
            <>
              <button className="btn" type="button" onClick={yes}>
                {WIZARD_WORDS.confirmYes}
              </button>
              <button className="btn btn-2" type="button" onClick={() => setAsking(undefined)}>
                Cancel
              </button>
            </>
          }
        >
          <p>{WIZARD_WORDS.confirm}</p>
          <dl className="facts mt4">
            <dt>Job</dt>
            <dd className="b any">{context.job.title}</dd>
            <dt>For</dt>
            <dd className="any">
              {identity.first_name} {identity.last_name}
            </dd>
          </dl>
          {openForms(wizard).length > 0 && <p className="callout is-amber mt4">Something you typed is not added to your list yet, so it would not be sent.</p>}
        </Dialog>
      )}
      {asking === 'offline' && (
        <Dialog
          title="There is no network"
          onClose={() => setAsking(undefined)}
          buttons={
            <>
              <button className="btn" type="button" onClick={yes}>
                Send it when the network is back
              </button>
              <button className="btn btn-2" type="button" onClick={() => setAsking(undefined)}>
                Not now
              </button>
            </>
          }
        >
          <OfflineWord deadline={context.job.expiry_date} />
        </Dialog>
      )}
    </>
  )
}

const OfflineWord = ({ deadline }: { deadline: string | null }) => {
  const [day, hour] = longDeadline(deadline).split(' at ')
  return (
    <>
      <p>
        Your application is kept on this device and is <b>not sent yet</b>. It goes by itself when the network is back, while this page is open or as soon as
        you open it again.
      </p>
      <p className="mt3">
        <b>What counts is when it reaches our server</b>
        {deadline ? (
          <>
            , and the server closes on {day} at <span className="nw">{hour}</span>.
          </>
        ) : (
          '.'
        )}
      </p>
    </>
  )
}

const Waiting = ({ deadline, onHoldBack }: { deadline: string | null; onHoldBack: () => void }) => {
  const box = useRef<HTMLDivElement>(null)
  // It stands under all the papers; what was pressed is answered where the person looks.
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="callout is-amber mt5 is-focus" role="status" tabIndex={-1} ref={box}>
      <h3>Waiting for the network</h3>
      <OfflineWord deadline={deadline} />
      <p className="mt2">
        <button className="link" type="button" onClick={onHoldBack}>
          Do not send it yet
        </button>
      </p>
    </div>
  )
}

const Failed = ({ sentence }: { sentence: string }) => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="errors is-focus mt5" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <Icon name="warn" />
        <span>It is not submitted</span>
      </h2>
      {sentence.split('\n').map((line) => (
        <p className="mt2" key={line}>
          {line}
        </p>
      ))}
      <p className="small mt2">What you wrote is kept.</p>
    </div>
  )
}

/** W20: all lines as the specification has them; each leads to the step that mends it. */
function PreCheck({ missing, round, onStep }: { missing: Missing[]; round: number; onStep: (step: Step) => void }) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [round])
  return (
    <div className="errors is-focus mt5" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <Icon name="warn" />
        <span>Before you can submit</span>
      </h2>
      <ul>
        {missing.map(({ line, step }) => (
          <li key={line}>
            <button className="link c-red" type="button" onClick={() => onStep(step)}>
              {line}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

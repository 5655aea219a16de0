import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { missingParts, type Missing } from '#contract/job-applications/rules.ts'
import { type Step, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { BUSY_WORDS, type Level } from '#contract/last-hour/brownout.ts'
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import { SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { documentField } from './document-field.tsx'
import { LastStepClock, useIsOver } from './last-step-clock.tsx'
import { openForms } from './missing.ts'
import { Bar } from './save-bar.tsx'
import { isUnderway } from './states.ts'
import type { Status } from './use-status.ts'
import { OfflineWord, Underway, underwayLine } from './underway.tsx'
import { useNewDocuments } from './use-new-documents.ts'
import type { Wizard } from './use-wizard.ts'

type Props = {
  wizard: Wizard
  status: Status
  /** `field`: the field to move to. */
  onStep: (step: Step, field?: string) => void
  onPrevious: () => void
  words: ReactNode
  onSubmit: () => boolean
}

/**
 * S2 §4 Submit: the pre-check, the confirmation, and the note about the deadline when there is no network.
 */
export function ReviewEnd({ wizard, status, onStep, onPrevious, words, onSubmit }: Props) {
  const { is, flags, draft, context, session, failure, waitingFor } = wizard
  const [round, setRound] = useState(0)
  const [confirming, setConfirming] = useState<'sure' | 'offline'>()
  const missing = missingParts(flags, draft.answers, context.job)
  const busy = isUnderway(is)
  const over = useIsOver(context.job.expiry_date) && !busy
  const press = () => {
    if (busy || !onSubmit()) return
    setRound(round + 1)
    if (missing.length === 0) setConfirming('sure')
  }
  const yes = () => {
    if ((waitingFor === 'network' || !navigator.onLine) && confirming === 'sure')
      return setConfirming('offline')
    setConfirming(undefined)
    session.submit()
  }
  return (
    <>
      <div className="wrap last-words">
        {round > 0 && missing.length > 0 && <PreCheck missing={missing} round={round} onStep={onStep} />}
        {failure !== undefined && <Failed sentence={failure} wizard={wizard} onStep={onStep} />}
        <Underway wizard={wizard} onStep={onStep} />
        {status.level !== undefined && !busy && !over && (
          <p className="small quiet mt4">{BUSY_WORDS[status.level as Level]}</p>
        )}
      </div>
      <Bar
        wizard={wizard}
        two
        message={busy ? <p className="message">{underwayLine(wizard)}</p> : words}
        clock={
          <LastStepClock
            deadline={context.job.expiry_date}
            newDeadline={status.newDeadline}
            isReceived={wizard.ticket !== undefined}
          />
        }
      >
        <button
          className="btn btn-2"
          type="button"
          onClick={() => !busy && onPrevious()}
          aria-disabled={busy}
        >
          Previous
        </button>
        {over ? (
          <Link className="btn" to={paths.dashboard}>
            {WIZARD_WORDS.toDashboard}
          </Link>
        ) : (
          <button className="btn" type="button" onClick={press} aria-disabled={busy}>
            {busy && is !== 'fileRefused' ? WIZARD_WORDS.submitting : 'Submit application'}
          </button>
        )}
      </Bar>
      {confirming && (
        <Confirm
          wizard={wizard}
          isOffline={confirming === 'offline'}
          onYes={yes}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  )
}

type ConfirmProps = { wizard: Wizard; isOffline: boolean; onYes: () => void; onClose: () => void }

const Confirm = ({ isOffline, ...props }: ConfirmProps) =>
  isOffline ? <ConfirmOffline {...props} /> : <ConfirmSubmit {...props} />

const ConfirmSubmit = ({ wizard, onYes, onClose }: Omit<ConfirmProps, 'isOffline'>) => (
  <Dialog
    title="Submit your application?"
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="button" onClick={onYes}>
          {WIZARD_WORDS.confirmYes}
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          Cancel
        </button>
      </>
    }
  >
    <p>{WIZARD_WORDS.confirm}</p>
    <dl className="facts mt4">
      <dt>Job</dt>
      <dd className="bold any">
        <JobTitle title={wizard.context.job.title} />
      </dd>
      <dt>For</dt>
      <dd className="any">
        {wizard.identity.first_name} {wizard.identity.last_name}
      </dd>
    </dl>
    {openForms(wizard).length > 0 && (
      <p className="callout is-amber mt4">
        Something you typed is not added to your list yet, so it will not be sent.
      </p>
    )}
  </Dialog>
)

const ConfirmOffline = ({ wizard, onYes, onClose }: Omit<ConfirmProps, 'isOffline'>) => (
  <Dialog
    title="You are offline"
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="button" onClick={onYes}>
          Send it when the network is back
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          Not now
        </button>
      </>
    }
  >
    <OfflineWord deadline={wizard.context.job.expiry_date} />
  </Dialog>
)

const Failed = ({ sentence, wizard, onStep }: Pick<Props, 'wizard' | 'onStep'> & { sentence: string }) => {
  const { job } = wizard.context
  const files = DOCUMENT_KINDS.filter((kind) => wizard.failedFiles?.[kind])
  useNewDocuments(wizard, files)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="errors is-focus mt5" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <Icon name="warn" />
        <span>{SENDING_WORDS.notSubmitted}</span>
      </h2>
      {sentence.split('\n').map((line) => (
        <p className="mt2" key={line}>
          {line}
        </p>
      ))}
      {files.length > 0 && (
        <ul className="mt2">
          {files.map((kind) => (
            <li key={kind}>
              <button className="link c-red" type="button" onClick={() => onStep(4, documentField(kind))}>
                {SENDING_WORDS.chooseFile(kind, job)}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="small mt2">What you wrote is kept.</p>
    </div>
  )
}

/** W20: all lines as the specification has them; each leads to the step that fixes the problem. */
function PreCheck({
  missing,
  round,
  onStep,
}: {
  missing: Missing[]
  round: number
  onStep: (step: Step) => void
}) {
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

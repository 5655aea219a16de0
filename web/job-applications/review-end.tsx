import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { missingParts, type Missing } from '#contract/job-applications/rules.ts'
import { type Step, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import type { Level } from '#contract/last-hour/brownout.ts'
import { BUSY_WORDS } from '#contract/last-hour/brownout-words.ts'
import { DOCUMENT_KINDS } from '#contract/documents/documents.ts'
import { CORRECTED_WORDS, SENDING_WORDS } from '#contract/job-applications/sending-words.ts'
import { IS_KISWAHILI, textLanguage, translate } from '../language/translate.ts'
import { paths } from '../paths.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'
import { JobTitle } from '../ui/job-title.tsx'
import { documentFieldId } from './document-field.tsx'
import { LastStepClock, useIsPastDeadline } from './last-step-clock.tsx'
import { openForms } from './missing.ts'
import { Bar } from './save-bar.tsx'
import { DOCUMENTS_STEP } from './step-tabs.tsx'
import { isUnderway } from './states.ts'
import type { Status } from './use-status.ts'
import { OfflineNote, Underway, underwayLine } from './underway.tsx'
import { useNewDocuments } from './use-new-documents.ts'
import type { Wizard } from './use-wizard.ts'

type Props = {
  wizard: Wizard
  status: Status
  /** `field`: the id of the field that takes the focus. */
  onStep: (step: Step, field?: string) => void
  onPrevious: () => void
  /** The message in the bar. It is shown only while the application is not being sent. */
  message: ReactNode
  /** Returns false and opens the dialog if the person must first choose between two versions. */
  maySubmit: () => boolean
}

/** The question that the person confirms: to submit, and without a network, to send it later. */
type Confirmation = 'submit' | 'offline'

/** What happens between the press of Submit and the submit itself: the checks and the questions. */
function useSubmitPress({ is, session, waitingFor }: Wizard, missing: Missing[], maySubmit: () => boolean) {
  /** Counts the presses of Submit. */
  const [round, setRound] = useState(0)
  const [confirming, setConfirming] = useState<Confirmation>()
  return {
    round,
    confirming,
    press: () => {
      if (isUnderway(is) || !maySubmit()) return
      setRound(round + 1)
      if (missing.length === 0) setConfirming('submit')
    },
    confirm: () => {
      const isOffline = waitingFor === 'network' || !navigator.onLine
      if (isOffline && confirming === 'submit') return setConfirming('offline')
      setConfirming(undefined)
      session.submit()
    },
    cancel: () => setConfirming(undefined),
  }
}

/**
 * The end of the review: the pre-check, the confirmation, and the note about the deadline when there is no
 * network (S2 §4).
 */
export function ReviewEnd({ wizard, status, onStep, onPrevious, message, maySubmit }: Props) {
  const { is, flags, draft, context, failure } = wizard
  const missing = missingParts(flags, draft.answers, context.job)
  const { round, confirming, press, confirm, cancel } = useSubmitPress(wizard, missing, maySubmit)
  const isSending = isUnderway(is)
  // After the deadline, a link takes the place of Submit.
  const isPastDeadline = useIsPastDeadline(context.job.expiry_date) && !isSending
  return (
    <>
      <div className="wrap last-words">
        {round > 0 && missing.length > 0 && <PreCheck missing={missing} round={round} onStep={onStep} />}
        {failure !== undefined && <Failed sentence={failure} wizard={wizard} onStep={onStep} />}
        <Underway wizard={wizard} onStep={onStep} />
        {/* The brownout level of the portal, 0 to 4, says how busy it is. */}
        {status.level !== undefined && !isSending && !isPastDeadline && (
          <p className="small quiet mt4">{translate(BUSY_WORDS[status.level as Level])}</p>
        )}
      </div>
      <Bar
        wizard={wizard}
        hasTwoButtons
        message={isSending ? <p className="message">{underwayLine(wizard)}</p> : message}
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
          onClick={() => !isSending && onPrevious()}
          aria-disabled={isSending}
        >
          <Trans>Previous</Trans>
        </button>
        {isPastDeadline ? (
          <Link className="btn" to={paths.dashboard}>
            {translate(WIZARD_WORDS.toDashboard)}
          </Link>
        ) : (
          <button className="btn" type="button" onClick={press} aria-disabled={isSending}>
            {/* The application is not being sent while the person must decide about a refused file. */}
            {isSending && is !== 'fileRefused' ? translate(WIZARD_WORDS.submitting) : submitName(wizard)}
          </button>
        )}
      </Bar>
      {confirming === 'submit' && <ConfirmSubmit wizard={wizard} onConfirm={confirm} onClose={cancel} />}
      {confirming === 'offline' && <ConfirmOffline wizard={wizard} onConfirm={confirm} onClose={cancel} />}
    </>
  )
}

type ConfirmProps = { wizard: Wizard; onConfirm: () => void; onClose: () => void }

const submitName = ({ context: { correction } }: Wizard) =>
  correction ? t`Send the correction` : t`Submit application`

/** The question before a submit. For a correction it does not say that the submit is final (W15). */
const ConfirmSubmit = ({ wizard, onConfirm, onClose }: ConfirmProps) => (
  <Dialog
    title={wizard.context.correction ? t`Send the correction?` : t`Submit your application?`}
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="button" onClick={onConfirm}>
          {translate(wizard.context.correction ? CORRECTED_WORDS.sendYes : WIZARD_WORDS.confirmYes)}
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          <Trans>Cancel</Trans>
        </button>
      </>
    }
  >
    <p>{translate(wizard.context.correction ? CORRECTED_WORDS.send : WIZARD_WORDS.confirm)}</p>
    <dl className="facts mt4">
      <dt>
        <Trans>Job</Trans>
      </dt>
      <dd className="bold any" lang={textLanguage(wizard.context.job, 'title')}>
        <JobTitle title={wizard.context.job.title} />
      </dd>
      <dt>
        <Trans context="who applies">For</Trans>
      </dt>
      <dd className="any">
        {wizard.identity.first_name} {wizard.identity.last_name}
      </dd>
    </dl>
    {openForms(wizard).length > 0 && (
      <p className="callout is-amber mt4">
        <Trans>Something you typed is not added to your list yet, so it will not be sent.</Trans>
      </p>
    )}
  </Dialog>
)

const ConfirmOffline = ({ wizard, onConfirm, onClose }: ConfirmProps) => (
  <Dialog
    title={t`You are offline`}
    onClose={onClose}
    buttons={
      <>
        <button className="btn" type="button" onClick={onConfirm}>
          <Trans>Send it when the network is back</Trans>
        </button>
        <button className="btn btn-2" type="button" onClick={onClose}>
          <Trans>Not now</Trans>
        </button>
      </>
    }
  >
    <OfflineNote deadline={wizard.context.job.expiry_date} />
  </Dialog>
)

/** A line of the server's refusal. It may start with the name of a document: `CV: This file is empty.` */
function refusalLine(line: string): string {
  if (!IS_KISWAHILI) return line
  const translated = translate(line)
  const colon = line.lastIndexOf(': ')
  if (translated !== line || colon < 0) return translated
  return `${translate(line.slice(0, colon))}: ${translate(line.slice(colon + 2))}`
}

const Failed = ({ sentence, wizard, onStep }: Pick<Props, 'wizard' | 'onStep'> & { sentence: string }) => {
  const { job } = wizard.context
  const files = DOCUMENT_KINDS.filter((kind) => wizard.failedFiles?.[kind])
  // The form gets a field for a document that the job has requested since it was opened.
  useNewDocuments(wizard, files)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div className="errors is-focus mt5" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <Icon name="warn" />
        <span>{translate(SENDING_WORDS.notSubmitted)}</span>
      </h2>
      {sentence.split('\n').map((line) => (
        <p className="mt2" key={line}>
          {refusalLine(line)}
        </p>
      ))}
      {files.length > 0 && (
        <ul className="mt2">
          {files.map((kind) => (
            <li key={kind}>
              <button
                className="link text-red"
                type="button"
                onClick={() => onStep(DOCUMENTS_STEP, documentFieldId(kind))}
              >
                {translate(SENDING_WORDS.chooseFile(kind, job))}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="small mt2">
        <Trans>What you wrote is kept.</Trans>
      </p>
    </div>
  )
}

/** Each missing part of the application has a line, which leads to the step that completes it (W20). */
function PreCheck({
  missing,
  round,
  onStep,
}: {
  missing: Missing[]
  /** `round` grows with each press of Submit, so that the box takes the focus again. */
  round: number
  onStep: (step: Step) => void
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [round])
  return (
    <div className="errors is-focus mt5" role="alert" tabIndex={-1} ref={box}>
      <h2>
        <Icon name="warn" />
        <span>
          <Trans>Before you can submit</Trans>
        </span>
      </h2>
      <ul>
        {missing.map(({ line, step }) => (
          <li key={line}>
            <button className="link text-red" type="button" onClick={() => onStep(step)}>
              {translate(line)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

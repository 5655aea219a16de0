import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import { type Step, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { cacheThisPage } from './cache-this-page.ts'
import { translate } from '../language/translate.ts'
import { useSite } from '../layout/public-layout.tsx'
import { Icon } from '../ui/icon.tsx'
import { ConflictDialog, TwoPlaces } from './conflict-dialog.tsx'
import { CorrectionNote } from './correction-note.tsx'
import { StepAside } from './step-aside.tsx'
import { LogoutQuestion } from '../sending/logout-question.tsx'
import { JobHead } from './job-head.tsx'
import { Extended } from './last-step-clock.tsx'
import { FORM_AT_STEP } from './lists.ts'
import type { Opened } from './open-application.ts'
import { Bar } from './save-bar.tsx'
import { REVIEW_STEP, StepTabs } from './step-tabs.tsx'
import { StepBody } from './step-body.tsx'
import { StepProblemBox } from './step-problem-box.tsx'
import { ReviewEnd } from './review-end.tsx'
import { SentPage } from './sent-page.tsx'
import { useMoves } from './use-moves.ts'
import type { BarMessage } from './use-step-actions.ts'
import { useStatus } from './use-status.ts'
import { useWizard, type Wizard as WizardState } from './use-wizard.ts'
import './wizard.css'

/**
 * The application form in five steps (S2 §2), on the page /apply. Calls `onOver` when no one can change the
 * application any more: it was sent elsewhere, the job has closed, or the draft was deleted.
 */
export function Wizard({
  opened,
  account,
  onOver,
}: {
  opened: Opened
  account: string
  onOver: (over: NonNullable<WizardState['over']>) => void
}) {
  const wizard = useWizard(opened, account)
  const { is, over, sent } = wizard
  // The files that the browser has loaded by now are those that this page needs.
  useEffect(() => void cacheThisPage(), [])
  useEffect(() => {
    if (is === 'over' && over) onOver(over)
  }, [is, over, onOver])
  if (sent) return <SentPage wizard={wizard} sent={sent} />
  return <Steps wizard={wizard} />
}

/**
 * Whether the dialog about two versions may be shown. Once the person types, it does not open by itself,
 * because it would interrupt them.
 */
function useMayShowConflict({ draft, conflict }: WizardState) {
  const [mayShowConflict, setMayShowConflict] = useState(true)
  const draftAtStart = useRef(draft)
  useEffect(() => {
    if (draft !== draftAtStart.current && !conflict) setMayShowConflict(false)
  }, [draft, conflict])
  return [mayShowConflict, setMayShowConflict] as const
}

function Steps({ wizard }: { wizard: WizardState }) {
  const { context, step } = wizard
  const acronym = useSite()?.organisation.acronym ?? ''
  const [mayShowConflict, setMayShowConflict] = useMayShowConflict(wizard)
  /** Opens the dialog if there are two versions of the draft. Returns true if the person must choose one. */
  const openDialogOnConflict = () => {
    if (wizard.conflict) setMayShowConflict(true)
    return wizard.conflict !== undefined
  }
  const status = useStatus(wizard)
  const stepContainer = useRef<HTMLDivElement>(null)
  const moves = useMoves(wizard, acronym, stepContainer, openDialogOnConflict)
  const { message, goToStep } = moves
  const isReview = step === REVIEW_STEP

  const barMessage = wizard.conflict ? (
    <TwoPlaces onChoose={() => setMayShowConflict(true)} />
  ) : (
    <MessageLine message={message} />
  )
  return (
    <div className="wizard">
      {/* With a new key at each step, the head of the form starts closed. */}
      <JobHead key={step} job={context.job} step={step} />
      <StepTabs wizard={wizard} onStep={goToStep} />
      <ConflictDialog wizard={wizard} isOpen={mayShowConflict} onClose={() => setMayShowConflict(false)} />
      <div className={isReview ? 'wrap wiz whole' : 'wrap wiz'} ref={stepContainer}>
        <div className={isReview ? undefined : 'form'}>
          {context.correction && <CorrectionNote correction={context.correction} />}
          <StepProblemBox problem={moves.problem} round={moves.round} form={FORM_AT_STEP[step]} />
          <StepBody wizard={wizard} actions={moves.actions} acronym={acronym} onStep={goToStep} />
        </div>
        {!isReview && <StepAside wizard={wizard} onStep={goToStep} />}
      </div>
      {isReview ? (
        <ReviewEnd
          wizard={wizard}
          status={status}
          onStep={goToStep}
          onPrevious={moves.previous}
          message={barMessage}
          maySubmit={() => !openDialogOnConflict()}
        />
      ) : (
        <Bar
          wizard={wizard}
          message={barMessage}
          clock={status.isMovedWhileOpen && <Extended newDeadline={status.newDeadline} />}
        >
          <Buttons step={step} moves={moves} />
        </Bar>
      )}
      {wizard.isLogoutHeldBack && (
        <LogoutQuestion onStay={wizard.stay} receivedAt={wizard.ticket?.receivedAt} />
      )}
    </div>
  )
}

const Buttons = ({ step, moves }: { step: Step; moves: ReturnType<typeof useMoves> }) => (
  <>
    {step > 1 && (
      <button className="btn btn-2" type="button" onClick={moves.previous}>
        <Trans>Previous</Trans>
      </button>
    )}
    <button
      className="btn btn-2"
      type="button"
      onClick={() => void moves.save()}
      aria-disabled={moves.saving}
    >
      {translate(moves.saving ? WIZARD_WORDS.saving : WIZARD_WORDS.save)}
    </button>
    <button className="btn" type="button" onClick={moves.next}>
      <Trans>
        Next <Icon name="right" size="icon-small" />
      </Trans>
    </button>
  </>
)

const MessageLine = ({ message }: { message: BarMessage | undefined }) =>
  message ? (
    <p className={message.namesEntry ? 'message entry' : 'message'}>
      <span>{message.words}</span>{' '}
      {message.undo && (
        <button className="link" type="button" onClick={message.undo}>
          <Trans>Undo</Trans>
        </button>
      )}
    </p>
  ) : null

import { useEffect, useRef, useState } from 'react'
import { personalErrors } from '#contract/job-applications/rules.ts'
import { type Step, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { SAVED_MS } from '#contract/job-applications/limits.ts'
import { isCallFailed } from '../call.ts'
import { cacheThisPage } from './cache-this-page.ts'
import { useSite } from '../layout/public-layout.tsx'
import { Icon } from '../ui/icon.tsx'
import { ConflictDialog, TwoPlaces } from './conflict-dialog.tsx'
import { StepAside } from './step-aside.tsx'
import { HeldBack } from '../sending/held-back.tsx'
import { JobHead } from './job-head.tsx'
import { Extended } from './last-step-clock.tsx'
import { FORM_AT } from './lists.ts'
import type { Opened } from './open-application.ts'
import { Bar } from './save-bar.tsx'
import { StepTabs } from './step-tabs.tsx'
import { StepBody } from './step-body.tsx'
import { Stopped } from './stopped.tsx'
import { ReviewEnd } from './review-end.tsx'
import { SentPage } from './sent-page.tsx'
import { type BarMessage, useStepActions } from './use-step-actions.ts'
import { useStatus } from './use-status.ts'
import { useWizard, type Wizard as Kept } from './use-wizard.ts'
import './wizard.css'

/** S2 §2: the application in five steps. Calls `onOver` when nothing more can be written. */
export function Wizard({
  opened,
  account,
  onOver,
}: {
  opened: Opened
  account: string
  onOver: (over: NonNullable<Kept['over']>) => void
}) {
  const wizard = useWizard(opened, account)
  const { is, over, sent } = wizard
  // The files loaded by now are the files that the page needs.
  useEffect(() => void cacheThisPage(), [])
  useEffect(() => {
    if (is === 'over' && over) onOver(over)
  }, [is, over, onOver])
  if (sent) return <SentPage wizard={wizard} sent={sent} />
  return <Steps wizard={wizard} />
}

function Steps({ wizard }: { wizard: Kept }) {
  const { draft, context, step, go } = wizard
  const product = useSite()?.organisation.acronym ?? ''
  const [message, setMessage] = useState<BarMessage>()
  const [saving, setSaving] = useState(false)
  // Two versions found at the start are settled before anything is typed. Later, no one is interrupted.
  const [choosing, setChoosing] = useState(true)
  const ask = () => {
    if (wizard.conflict) setChoosing(true)
    return wizard.conflict !== undefined
  }
  const status = useStatus(wizard)
  const { turn, stop, round, halt, free, settle } = useStepActions(wizard, setMessage)
  const heading = useRef<HTMLDivElement>(null)
  const arrived = useRef(step)
  const ledTo = useRef<string>(undefined)

  // However the person left the step, by a button or by the browser's Back: its message is not shown on the
  // next step.
  const [saidOf, setSaidOf] = useState(step)
  if (saidOf !== step) {
    setSaidOf(step)
    setMessage(undefined)
    free()
  }

  const first = useRef(draft)
  useEffect(() => {
    if (draft !== first.current && !wizard.conflict) setChoosing(false)
  }, [draft, wizard.conflict])
  useEffect(() => {
    if (arrived.current === step) return
    arrived.current = step
    const field = ledTo.current && document.getElementById(ledTo.current)
    ledTo.current = undefined
    if (field) return field.focus()
    scrollTo(0, 0)
    heading.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [step])
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(
      () => setMessage(undefined),
      message.undo ? SAVED_MS.progress * 3 : SAVED_MS.progress,
    )
    return () => clearTimeout(timer)
  }, [message])

  const turnTo = (to: Step, field?: string) => {
    ledTo.current = field
    go(to)
  }
  const previous = () => go((step - 1) as Step, { byPrevious: true })
  const saveProfile = () =>
    wizard.session
      .saveProfile()
      .catch(
        (error) => isCallFailed(error) && error.status > 0 && setMessage({ words: error.body.message ?? '' }),
      )
  const next = () => {
    if (ask()) return
    const form = FORM_AT[step]
    const on = () => turnTo((step + 1) as Step)
    if (form) return settle(form, on)
    // W3: nothing stops step 1.
    void saveProfile()
    on()
  }
  const save = async () => {
    if (saving || ask()) return
    const form = FORM_AT[step]
    const complete = form
      ? settle(form, () => {})
      : Object.keys(personalErrors(draft.answers, context.job, product)).length === 0
    if (!complete) {
      if (!form) halt({ faults: personalErrors(draft.answers, context.job, product) })
      return setMessage({ words: WIZARD_WORDS.fillFirst })
    }
    setSaving(true)
    setMessage(undefined)
    try {
      if (!form) await wizard.session.saveProfile()
      await wizard.session.flush({ asked: true })
      setMessage({ words: WIZARD_WORDS.saved })
    } catch (error) {
      const body = isCallFailed(error) ? error.body : {}
      const invalid = isCallFailed(error) && (error.status === 404 || 'job' in body)
      setMessage({ words: invalid ? WIZARD_WORDS.saveInvalidJob : body.message || WIZARD_WORDS.saveFailed })
    }
    setSaving(false)
  }

  const words = wizard.conflict ? (
    <TwoPlaces onChoose={() => setChoosing(true)} />
  ) : (
    <MessageLine message={message} />
  )
  return (
    <div className="wizard">
      <JobHead key={step} job={context.job} step={step} />
      <StepTabs wizard={wizard} onStep={turnTo} />
      <ConflictDialog wizard={wizard} open={choosing} onClose={() => setChoosing(false)} />
      <div className={step === 5 ? 'wrap wiz whole' : 'wrap wiz'} ref={heading}>
        <div className={step === 5 ? undefined : 'form'}>
          <Stopped stop={stop} round={round} form={FORM_AT[step]} />
          <StepBody wizard={wizard} turn={turn} product={product} onStep={turnTo} />
        </div>
        {step !== 5 && <StepAside wizard={wizard} onStep={turnTo} />}
      </div>
      {step === 5 ? (
        <ReviewEnd
          wizard={wizard}
          status={status}
          onStep={turnTo}
          onPrevious={previous}
          words={words}
          onSubmit={() => !ask()}
        />
      ) : (
        <Bar wizard={wizard} message={words} clock={status.movedHere && <Extended until={status.until} />}>
          {step > 1 && (
            <button className="btn btn-2" type="button" onClick={previous}>
              Previous
            </button>
          )}
          <button className="btn btn-2" type="button" onClick={() => void save()} aria-disabled={saving}>
            {saving ? WIZARD_WORDS.saving : WIZARD_WORDS.save}
          </button>
          <button className="btn" type="button" onClick={next}>
            Next <Icon name="right" size="i-s" />
          </button>
        </Bar>
      )}
      {wizard.heldBackAtLogout && <HeldBack onStay={wizard.stay} receivedAt={wizard.ticket?.receivedAt} />}
    </div>
  )
}

const MessageLine = ({ message }: { message: BarMessage | undefined }) =>
  message ? (
    <p className={message.entry ? 'message entry' : 'message'}>
      <span>{message.words}</span>{' '}
      {message.undo && (
        <button className="link" type="button" onClick={message.undo}>
          Undo
        </button>
      )}
    </p>
  ) : null

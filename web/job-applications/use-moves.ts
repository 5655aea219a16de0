import { type RefObject, useEffect, useRef, useState } from 'react'
import { personalErrors } from '#contract/job-applications/rules.ts'
import { SAVED_MS } from '#contract/job-applications/limits.ts'
import { type Step, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { isCallFailed } from '../call.ts'
import { FORM_AT_STEP } from './lists.ts'
import { type BarMessage, useStepActions } from './use-step-actions.ts'
import type { Wizard } from './use-wizard.ts'

/** The message in the bar: shown for a few seconds, and only on its own step. */
function useMessage() {
  const [message, setMessage] = useState<BarMessage>()
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(
      () => setMessage(undefined),
      message.undo ? SAVED_MS.progress * 3 : SAVED_MS.progress,
    )
    return () => clearTimeout(timer)
  }, [message])
  return [message, setMessage] as const
}

/** Moves the focus to the start of a new step, or to the field that the person chose. */
function useFocus(step: Step, heading: RefObject<HTMLElement | null>) {
  const arrived = useRef(step)
  const target = useRef<string>(undefined)
  useEffect(() => {
    if (arrived.current === step) return
    arrived.current = step
    const field = target.current && document.getElementById(target.current)
    target.current = undefined
    if (field) return field.focus()
    scrollTo(0, 0)
    heading.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [step, heading])
  return target
}

/**
 * Previous, Next and Save Progress. `holds` is true while the person must first choose between two versions.
 */
export function useMoves(
  wizard: Wizard,
  product: string,
  heading: RefObject<HTMLElement | null>,
  mustChooseFirst: () => boolean,
) {
  const { draft, context, step, go, session } = wizard
  const [message, setMessage] = useMessage()
  const [saving, setSaving] = useState(false)
  const { actions, stop, round, showProblem, clearProblem, settleForm } = useStepActions(wizard, setMessage)
  const target = useFocus(step, heading)

  // However the person left the step, by a button or by the browser's Back: its message is not shown on the
  // next step.
  const [messageStep, setMessageStep] = useState(step)
  if (messageStep !== step) {
    setMessageStep(step)
    setMessage(undefined)
    clearProblem()
  }

  const goToStep = (to: Step, field?: string) => {
    target.current = field
    go(to)
  }
  const next = () => {
    if (mustChooseFirst()) return
    const form = FORM_AT_STEP[step]
    const on = () => goToStep((step + 1) as Step)
    if (form) return settleForm(form, on)
    // W3: nothing stops step 1.
    void session
      .saveProfile()
      .catch(
        (error) => isCallFailed(error) && error.status > 0 && setMessage({ words: error.body.message ?? '' }),
      )
    on()
  }
  const isComplete = () => {
    const form = FORM_AT_STEP[step]
    if (form) return settleForm(form, () => {})
    const errors = personalErrors(draft.answers, context.job, product)
    if (Object.keys(errors).length > 0) showProblem({ errors })
    return Object.keys(errors).length === 0
  }
  const save = async () => {
    if (saving || mustChooseFirst()) return
    if (!isComplete()) return setMessage({ words: WIZARD_WORDS.fillFirst })
    setSaving(true)
    setMessage(undefined)
    try {
      if (!FORM_AT_STEP[step]) await session.saveProfile()
      await session.flush({ force: true })
      setMessage({ words: WIZARD_WORDS.saved })
    } catch (error) {
      const body = isCallFailed(error) ? error.body : {}
      const invalid = isCallFailed(error) && (error.status === 404 || 'job' in body)
      setMessage({ words: invalid ? WIZARD_WORDS.saveInvalidJob : body.message || WIZARD_WORDS.saveFailed })
    }
    setSaving(false)
  }
  const previous = () => go((step - 1) as Step, { byPrevious: true })
  return { message, saving, actions, stop, round, goToStep, previous, next, save }
}

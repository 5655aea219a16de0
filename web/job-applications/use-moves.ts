import { type RefObject, useEffect, useRef, useState } from 'react'
import { SAVED_MS } from '#contract/job-applications/limits.ts'
import { personalErrors } from '#contract/job-applications/rules.ts'
import { type Step, WIZARD_WORDS } from '#contract/job-applications/words.ts'
import { isCallFailed } from '../call.ts'
import { useSending } from '../form/use-sending.ts'
import { translate } from '../language/translate.ts'
import { stepFrom } from './draft.ts'
import { FORM_AT_STEP } from './lists.ts'
import { type BarMessage, useStepActions } from './use-step-actions.ts'
import type { Wizard } from './use-wizard.ts'

/** A message with an Undo button stays longer, so that the person has time to press it. */
const UNDO_MS = SAVED_MS.progress * 3

/** The message in the bar under the form, shown for a few seconds and only on its own step. */
function useMessage() {
  const [message, setMessage] = useState<BarMessage>()
  useEffect(() => {
    if (!message) return
    const timer = setTimeout(() => setMessage(undefined), message.undo ? UNDO_MS : SAVED_MS.progress)
    return () => clearTimeout(timer)
  }, [message])
  return [message, setMessage] as const
}

/**
 * Calls `clear` when another step is shown, whatever led to it. A message about the step before must not
 * appear on the new one.
 */
function useStepChange(step: Step, clear: () => void) {
  const [lastStep, setLastStep] = useState(step)
  if (lastStep === step) return
  setLastStep(step)
  clear()
}

/** Moves the focus to the start of a new step, or to the field whose id is put into the returned ref. */
function useStepFocus(step: Step, stepContainer: RefObject<HTMLElement | null>) {
  const focusedStep = useRef(step)
  const targetFieldRef = useRef<string>(undefined)
  useEffect(() => {
    if (focusedStep.current === step) return
    focusedStep.current = step
    const field = targetFieldRef.current && document.getElementById(targetFieldRef.current)
    targetFieldRef.current = undefined
    if (field) return field.focus()
    scrollTo(0, 0)
    stepContainer.current?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [step, stepContainer])
  return targetFieldRef
}

const saveFailure = (error: unknown): string => {
  if (!isCallFailed(error)) return WIZARD_WORDS.saveFailed
  // `job`: the server found an error in the field with the job's id.
  if (error.status === 404 || 'job' in error.body) return WIZARD_WORDS.saveInvalidJob
  return error.body.message || WIZARD_WORDS.saveFailed
}

/**
 * The functions of the buttons Previous, Next and Save Progress. `openDialogOnConflict`: opens the dialog and
 * returns true if the person must choose between two versions.
 * Long: its three buttons share the message, the problem and the focus of one step.
 */
export function useMoves(
  wizard: Wizard,
  acronym: string,
  stepContainer: RefObject<HTMLElement | null>,
  openDialogOnConflict: () => boolean,
) {
  const { draft, context, step, go, session } = wizard
  const [message, setMessage] = useMessage()
  const { busy: saving, send } = useSending((error) => {
    setMessage({ words: translate(saveFailure(error)) })
    return undefined
  })
  const { actions, problem, round, showProblem, clearProblem, settleForm } = useStepActions(
    wizard,
    setMessage,
  )
  const targetFieldRef = useStepFocus(step, stepContainer)
  const form = FORM_AT_STEP[step]

  useStepChange(step, () => {
    setMessage(undefined)
    clearProblem()
  })

  /** `field`: the id of the field that takes the focus. */
  const goToStep = (to: Step, field?: string) => {
    targetFieldRef.current = field
    go(to)
  }
  const next = () => {
    if (openDialogOnConflict()) return
    const goToNext = () => goToStep(stepFrom(step + 1))
    if (form) return settleForm(form, goToNext)
    const showRefusal = (error: unknown) => {
      // Without an answer, the status is 0.
      if (isCallFailed(error) && error.status > 0) setMessage({ words: translate(error.body.message ?? '') })
    }
    // On step 1, Next always leads to the next step, even if the profile cannot be saved (W3).
    void session.saveProfile().catch(showRefusal)
    goToNext()
  }
  /** Adds what is typed in the form to its list, or shows what is wrong. Returns true if all is fine. */
  const completeStep = () => {
    if (form) return settleForm(form, () => {})
    const errors = personalErrors(draft.answers, context.job, acronym)
    const hasErrors = Object.keys(errors).length > 0
    if (hasErrors) showProblem({ errors })
    return !hasErrors
  }
  const save = async () => {
    if (saving || openDialogOnConflict()) return
    if (!completeStep()) return setMessage({ words: translate(WIZARD_WORDS.fillFirst) })
    setMessage(undefined)
    await send(async () => {
      if (!form) await session.saveProfile()
      // `force` saves the draft even without a change, so that the message 'saved' is true.
      await session.flush({ force: true })
      setMessage({ words: translate(WIZARD_WORDS.saved) })
    })
  }
  const previous = () => go(stepFrom(step - 1), { byPrevious: true })
  return { message, saving, actions, problem, round, goToStep, previous, next, save }
}

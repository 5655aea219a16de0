import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { FieldErrors } from '#contract/endpoint.ts'
import { NO_EXPERIENCE } from '#contract/job-applications/rules.ts'
import type { Draft } from './draft.ts'
import type { StepActions } from './entries.tsx'
import type { FormName } from './entry-kinds.ts'
import {
  checkForm,
  entryErrors,
  isTyped,
  LIST_OF_FORM,
  withEntryBack,
  withFormAdded,
  withFormOpened,
  withNoExperienceRow,
  withoutEntry,
  withoutForm,
} from './lists.ts'
import { educationWords, experienceWords, refereeWords } from './record-words.ts'
import type { Wizard } from './use-wizard.ts'

/**
 * What stops the person from the next step: field errors, or one sentence. `discardAndContinue` drops what
 * was typed (W7). `keepWriting`: a dialog asks first, and this closes it.
 */
export type StepProblem = {
  errors: FieldErrors
  sentence?: string | undefined
  discardAndContinue?: (() => void) | undefined
  keepWriting?: (() => void) | undefined
}

/**
 * A message that the bar shows once. A message that names an entry may be long, so it is cut off. `undo` puts
 * back what was changed.
 */
export type BarMessage = { words: string; namesEntry?: true; undo?: (() => void) | undefined }

const NO_PROBLEM: StepProblem = { errors: {} }

const withoutField = (errors: FieldErrors, field: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))

/** The shown problem of a step. `round` grows each time one is shown, so that the summary takes the focus. */
function useStepProblem() {
  const [problem, setProblem] = useState<StepProblem>(NO_PROBLEM)
  const [round, setRound] = useState(0)
  return {
    problem,
    round,
    showProblem: (found: StepProblem) => {
      setProblem(found)
      setRound((before) => before + 1)
    },
    clearProblem: () => setProblem(NO_PROBLEM),
    clearField: (field: string) =>
      setProblem((before) =>
        field in before.errors ? { ...before, errors: withoutField(before.errors, field) } : before,
      ),
  }
}
type ShownProblem = ReturnType<typeof useStepProblem>

type SettleForm = (name: FormName, then: () => void, options?: { mayBeEmpty?: boolean }) => boolean

/**
 * Calls `then` once no typed text is outside the list (W7). First adds the entry of a complete form; an
 * incomplete form shows its errors instead. `mayBeEmpty`: the list may be too short. Returns true if it
 * called `then`.
 */
const createSettleForm = (
  { draft, context, today, change }: Wizard,
  { showProblem, clearProblem }: ShownProblem,
): SettleForm => {
  const check = (name: FormName, checked: Draft) => checkForm(name, checked, context.job, today)
  return (name, then, { mayBeEmpty = false } = {}) => {
    const continueWith = (settled: Draft) => {
      // The form is left empty here, so that the check is about the list alone.
      const list = check(name, withoutForm(settled, name))
      if (!mayBeEmpty && list.is === 'empty') {
        showProblem({ errors: {}, sentence: list.sentence })
        return false
      }
      clearProblem()
      then()
      return true
    }
    // `partial`: the form has text and errors. `complete`: it has text and no errors. Otherwise it is empty.
    const form = check(name, draft)
    if (form.is === 'partial') {
      const discardAndContinue = () => {
        change((latest) => withoutForm(latest, name))
        continueWith(draft)
      }
      showProblem({ errors: form.errors, discardAndContinue })
      return false
    }
    if (form.is !== 'complete') return continueWith(draft)
    // The form's entry is added to the latest draft. The check needs the result at once, so it makes its own.
    change((latest) => withFormAdded(latest, name))
    return continueWith(withFormAdded(draft, name))
  }
}

/** The name of an entry, as its list shows it; '' if there is no such entry. */
const entryTitle = ({ answers }: Draft, name: FormName, position: number): string => {
  if (name === 'education') {
    const entry = answers.education[position]
    return entry ? educationWords(entry).what : ''
  }
  if (name === 'experience') {
    const entry = answers.experience[position]
    // The date is needed only for the length of the work, which is not shown here.
    return entry ? experienceWords(entry, '').what : ''
  }
  const entry = answers.referees[position]
  return entry ? refereeWords(entry).what : ''
}

type AskToDiscard = (name: FormName, then: () => void) => void

/** Calls `then`, which empties the form. Asks first if the form has text that is in no list (W7). */
const createAskToDiscard =
  ({ draft }: Wizard, { showProblem, clearProblem }: ShownProblem): AskToDiscard =>
  (name, then) => {
    if (!isTyped(name, draft)) return then()
    const discardAndContinue = () => {
      clearProblem()
      then()
    }
    showProblem({ errors: {}, discardAndContinue, keepWriting: clearProblem })
  }

const createStepActions = (
  wizard: Wizard,
  { problem, showProblem, clearProblem, clearField }: ShownProblem,
  settleForm: SettleForm,
  askToDiscard: AskToDiscard,
  showMessage: (message: BarMessage | undefined) => void,
): StepActions => {
  const { draft, today, change } = wizard
  return {
    wizard,
    errors: problem.errors,
    add: (name) => {
      const errors = entryErrors(name, draft.forms, today)
      if (Object.keys(errors).length > 0) return showProblem({ errors })
      const changedPosition = draft.editing[name]
      const next = withFormAdded(draft, name)
      change((latest) => withFormAdded(latest, name))
      clearProblem()
      const position = changedPosition ?? next.answers[LIST_OF_FORM[name]].length - 1
      const title = entryTitle(next, name, position)
      const words = changedPosition === undefined ? t`Added: ${title}` : t`Changed: ${title}`
      showMessage({ words, namesEntry: true })
    },
    edit: (name, position) => {
      const open = () => {
        // Undo would put back an older list, without an entry that was added just now.
        showMessage(undefined)
        change((latest) => withFormOpened(latest, name, position))
      }
      settleForm(name, open, { mayBeEmpty: true })
    },
    remove: (name, position) => {
      const remove = () => {
        change((latest) => withoutEntry(latest, name, position))
        // 'Discard and continue' of an earlier Edit would open the entry at an index of the old list.
        clearProblem()
        const undo = () => {
          change((latest) => withEntryBack(latest, name, position, draft))
          showMessage(undefined)
        }
        const title = entryTitle(draft, name, position)
        showMessage({ words: t`Removed: ${title}`, namesEntry: true, undo })
      }
      if (draft.editing[name] === position) askToDiscard(name, remove)
      else remove()
    },
    declareNone: () =>
      askToDiscard('experience', () => {
        change((latest) => withNoExperienceRow(withoutForm(latest, 'experience'), NO_EXPERIENCE))
        clearProblem()
      }),
    leave: (name) => {
      change((latest) => withoutForm(latest, name))
      clearProblem()
      showMessage(undefined)
    },
    clear: clearField,
  }
}

/** What the buttons of a step do with its form: Next, Save Progress, Add, Edit and Remove (W7). */
export function useStepActions(wizard: Wizard, showMessage: (message: BarMessage | undefined) => void) {
  const shownProblem = useStepProblem()
  const settleForm = createSettleForm(wizard, shownProblem)
  const askToDiscard = createAskToDiscard(wizard, shownProblem)
  const actions = createStepActions(wizard, shownProblem, settleForm, askToDiscard, showMessage)
  return { ...shownProblem, actions, settleForm }
}

import { useState } from 'react'
import type { FieldErrors } from '#contract/endpoint.ts'
import type { StepActions } from './entries.tsx'
import {
  type FormName,
  entryErrors,
  withFormAdded,
  LIST_OF_FORM,
  checkForm,
  withFormOpened,
  withoutEntry,
  withoutForm,
} from './lists.ts'
import { educationWords, experienceWords, refereeWords } from './record-words.ts'
import type { Draft } from './draft.ts'
import type { Wizard } from './use-wizard.ts'

/**
 * What stops the person from the next step: field errors, or one sentence. `discardAndContinue` drops what
 * was typed (W7).
 */
export type StepProblem = {
  errors: FieldErrors
  sentence?: string | undefined
  discardAndContinue?: (() => void) | undefined
}

const NO_PROBLEM: StepProblem = { errors: {} }

const nameOf = (draft: Draft, name: FormName, position: number): string => {
  if (name === 'education')
    return draft.answers.education[position] ? educationWords(draft.answers.education[position]).what : ''
  if (name === 'experience')
    return draft.answers.experience[position]
      ? experienceWords(draft.answers.experience[position], '').what
      : ''
  return draft.answers.referees[position] ? refereeWords(draft.answers.referees[position]).what : ''
}

/** A message shown once in the bar. `entry`: it names an entry. `undo` restores what was there. */
export type BarMessage = { words: string; entry?: true; undo?: (() => void) | undefined }

/** How Next, Add, Edit and Save Progress handle the forms of the steps (W7). */
export function useStepActions(wizard: Wizard, show: (message: BarMessage | undefined) => void) {
  const [stop, setStop] = useState<StepProblem>(NO_PROBLEM)
  const [round, setRound] = useState(0)
  const { draft, context, today, change } = wizard
  const showProblem = (found: StepProblem) => {
    setStop(found)
    setRound((before) => before + 1)
  }
  const clearProblem = () => setStop(NO_PROBLEM)

  /** Calls `then` once no typed text is left open. Returns true if it called it now. */
  const settleForm = (name: FormName, then: () => void, { mayBeEmpty = false } = {}): boolean => {
    const found = checkForm(name, draft, context.job, today)
    if (found.is === 'partial') {
      const discardAndContinue = () => {
        change((draft) => withoutForm(draft, name))
        clearProblem()
        // The list may be too short after the discard.
        if (mayBeEmpty || checkForm(name, withoutForm(draft, name), context.job, today).is === 'ready') then()
        else settleEmpty(name)
      }
      showProblem({ errors: found.errors, discardAndContinue })
      return false
    }
    const next = found.is === 'complete' ? withFormAdded(draft, name) : draft
    if (found.is === 'complete') change((draft) => withFormAdded(draft, name))
    const left = checkForm(name, withoutForm(next, name), context.job, today)
    if (!mayBeEmpty && left.is === 'empty') {
      showProblem({ errors: {}, sentence: left.sentence })
      return false
    }
    clearProblem()
    then()
    return true
  }
  const settleEmpty = (name: FormName) => {
    const left = checkForm(name, withoutForm(draft, name), context.job, today)
    if (left.is === 'empty') showProblem({ errors: {}, sentence: left.sentence })
  }

  const actions: StepActions = {
    wizard,
    errors: stop.errors,
    add: (name) => {
      const errors = entryErrors(name, draft.forms[name], today)
      if (Object.keys(errors).length > 0) return showProblem({ errors })
      const changing = draft.editing[name]
      const next = withFormAdded(draft, name)
      change((draft) => withFormAdded(draft, name))
      clearProblem()
      const position = changing ?? next.answers[LIST_OF_FORM[name]].length - 1
      show({
        words: `${changing === undefined ? 'Added' : 'Changed'}: ${nameOf(next, name, position)}`,
        entry: true,
      })
    },
    edit: (name, position) => {
      settleForm(name, () => change((draft) => withFormOpened(draft, name, position)), { mayBeEmpty: true })
    },
    remove: (name, position) => {
      const before = { list: draft.answers[LIST_OF_FORM[name]], editing: draft.editing[name] }
      change((draft) => withoutEntry(draft, name, position))
      const undo = () => {
        change((draft) => ({
          ...draft,
          answers: { ...draft.answers, [LIST_OF_FORM[name]]: before.list },
          editing: { ...draft.editing, [name]: before.editing },
        }))
        show(undefined)
      }
      show({ words: `Removed: ${nameOf(draft, name, position)}`, entry: true, undo })
    },
    leave: (name) => {
      change((draft) => withoutForm(draft, name))
      clearProblem()
    },
    clear: (field) =>
      setStop((before) =>
        field in before.errors ? { ...before, errors: without(before.errors, field) } : before,
      ),
  }
  return { actions, stop, round, showProblem, clearProblem, settleForm }
}

const without = (errors: FieldErrors, field: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))

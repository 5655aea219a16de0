import { useState } from 'react'
import type { FieldErrors } from '#contract/endpoint.ts'
import type { StepActions } from './entries.tsx'
import {
  type FormName,
  entryErrors,
  formAdded,
  LIST_OF,
  checkForm,
  opened,
  removed,
  withoutForm,
} from './lists.ts'
import { educationWords, experienceWords, refereeWords } from './record-words.ts'
import type { Draft } from './draft.ts'
import type { Wizard } from './use-wizard.ts'

/**
 * What stops the person from the next step: field errors, or one sentence. `discard` continues without what
 * was typed (W7).
 */
export type Stop = { errors: FieldErrors; sentence?: string | undefined; discard?: (() => void) | undefined }

const NO_STOP: Stop = { errors: {} }

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
  const [stop, setStop] = useState<Stop>(NO_STOP)
  const [round, setRound] = useState(0)
  const { draft, context, today, change } = wizard
  const halt = (found: Stop) => {
    setStop(found)
    setRound((before) => before + 1)
  }
  const free = () => setStop(NO_STOP)

  /** Calls `then` once no typed text is left open. Returns true if it called it now. */
  const settle = (name: FormName, then: () => void, { mayBeEmpty = false } = {}): boolean => {
    const found = checkForm(name, draft, context.job, today)
    if (found.is === 'partial') {
      const discard = () => {
        change((draft) => withoutForm(draft, name))
        free()
        // The list may be too short after the discard.
        if (mayBeEmpty || checkForm(name, withoutForm(draft, name), context.job, today).is === 'ready') then()
        else settleEmpty(name)
      }
      halt({ errors: found.errors, discard })
      return false
    }
    const next = found.is === 'complete' ? formAdded(draft, name) : draft
    if (found.is === 'complete') change((draft) => formAdded(draft, name))
    const left = checkForm(name, withoutForm(next, name), context.job, today)
    if (!mayBeEmpty && left.is === 'empty') {
      halt({ errors: {}, sentence: left.sentence })
      return false
    }
    free()
    then()
    return true
  }
  const settleEmpty = (name: FormName) => {
    const left = checkForm(name, withoutForm(draft, name), context.job, today)
    if (left.is === 'empty') halt({ errors: {}, sentence: left.sentence })
  }

  const actions: StepActions = {
    wizard,
    errors: stop.errors,
    add: (name) => {
      const errors = entryErrors(name, draft.forms[name], today)
      if (Object.keys(errors).length > 0) return halt({ errors })
      const changing = draft.editing[name]
      const next = formAdded(draft, name)
      change((draft) => formAdded(draft, name))
      free()
      const position = changing ?? next.answers[LIST_OF[name]].length - 1
      show({
        words: `${changing === undefined ? 'Added' : 'Changed'}: ${nameOf(next, name, position)}`,
        entry: true,
      })
    },
    edit: (name, position) => {
      settle(name, () => change((draft) => opened(draft, name, position)), { mayBeEmpty: true })
    },
    remove: (name, position) => {
      const before = { list: draft.answers[LIST_OF[name]], editing: draft.editing[name] }
      change((draft) => removed(draft, name, position))
      const undo = () => {
        change((draft) => ({
          ...draft,
          answers: { ...draft.answers, [LIST_OF[name]]: before.list },
          editing: { ...draft.editing, [name]: before.editing },
        }))
        show(undefined)
      }
      show({ words: `Removed: ${nameOf(draft, name, position)}`, entry: true, undo })
    },
    leave: (name) => {
      change((draft) => withoutForm(draft, name))
      free()
    },
    clear: (field) =>
      setStop((before) =>
        field in before.errors ? { ...before, errors: without(before.errors, field) } : before,
      ),
  }
  return { actions, stop, round, halt, free, settle }
}

const without = (errors: FieldErrors, field: string): FieldErrors =>
  Object.fromEntries(Object.entries(errors).filter(([name]) => name !== field))

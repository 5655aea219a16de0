import type { FieldErrors } from '#contract/endpoint.ts'
import type { Experience } from '#contract/job-applications/rules.ts'
import { BLANK_FORMS, type Draft, type Forms, isDeepEqual } from './draft.ts'
import { ENTRY_KINDS, type FormName } from './entry-kinds.ts'
import type { FormContext } from './form-context.ts'
import { type FormCheck, checkStep, withEntry } from './next-rule.ts'

export const FORM_NAMES = ['education', 'experience', 'referee'] as const satisfies readonly FormName[]
export const LIST_OF_FORM = {
  education: 'education',
  experience: 'experience',
  referee: 'referees',
} as const satisfies Record<FormName, string>
/** The form that each step has. */
export const FORM_AT_STEP: Partial<Record<number, FormName>> = {
  2: 'education',
  3: 'experience',
  4: 'referee',
}

/** The field errors of a form (S2 §5). */
export const entryErrors = <Name extends FormName>(name: Name, forms: Forms, today: string): FieldErrors =>
  ENTRY_KINDS[name].errors(forms[name], today)

/** The form's content before anything was typed: a blank entry, or the entry that is being changed. */
const untouchedForm = <Name extends FormName>(name: Name, { answers, editing }: Draft): Forms[Name] => {
  const { listOf, asForm } = ENTRY_KINDS[name]
  const position = editing[name]
  const entry = position === undefined ? undefined : listOf(answers)[position]
  return entry === undefined ? BLANK_FORMS[name] : asForm(entry)
}

/** Whether a form has text that is in no list. */
export const isTyped = <Name extends FormName>(name: Name, draft: Draft): boolean =>
  !isDeepEqual(draft.forms[name], untouchedForm(name, draft))

/** What Next, Save Progress and Edit find in a step's form. Typed text is never dropped silently (W7). */
export const checkForm = <Name extends FormName>(
  name: Name,
  draft: Draft,
  job: Pick<FormContext['job'], 'min_referees'>,
  today: string,
): FormCheck<Forms[Name]> => {
  const { listOf, errors, tooFew } = ENTRY_KINDS[name]
  // The entry 'No experience yet' counts as an entry too.
  const minEntries = name === 'referee' ? job.min_referees : 1
  return checkStep<Forms[Name]>({
    form: draft.forms[name],
    untouched: untouchedForm(name, draft),
    list: listOf(draft.answers),
    minEntries,
    errorsOf: (form) => errors(form, today),
    tooFew: tooFew(minEntries),
  })
}

/** Empties the form. The entry that it changed stays as it was. */
export const withoutForm = (draft: Draft, name: FormName): Draft => ({
  ...draft,
  forms: { ...draft.forms, [name]: BLANK_FORMS[name] },
  editing: { ...draft.editing, [name]: undefined },
})

const withList = <Name extends FormName>(draft: Draft, name: Name, list: Forms[Name][]): Draft => ({
  ...draft,
  answers: { ...draft.answers, [LIST_OF_FORM[name]]: list },
})

/** Moves the form's entry into its list and empties the form. */
export const withFormAdded = <Name extends FormName>(draft: Draft, name: Name): Draft => {
  const kind = ENTRY_KINDS[name]
  const entry = kind.asStored(draft.forms[name])
  const list = withEntry(kind.listOf(draft.answers), entry, draft.editing[name])
  return withoutForm(withList(draft, name, kind.withoutPlaceholder(list)), name)
}

/** Loads an entry into the form to change it. */
export const withFormOpened = <Name extends FormName>(draft: Draft, name: Name, position: number): Draft => {
  const { listOf, asForm } = ENTRY_KINDS[name]
  const entry = listOf(draft.answers)[position]
  if (!entry) return draft
  return {
    ...draft,
    forms: { ...draft.forms, [name]: asForm(entry) },
    editing: { ...draft.editing, [name]: position },
  }
}

/**
 * Removes an entry from its list. A form that was changing that entry becomes empty. One that was changing a
 * later entry keeps it.
 */
export const withoutEntry = <Name extends FormName>(draft: Draft, name: Name, position: number): Draft => {
  const list = ENTRY_KINDS[name].listOf(draft.answers)
  const remaining = withList(
    draft,
    name,
    list.filter((_, index) => index !== position),
  )
  const editedPosition = draft.editing[name]
  if (editedPosition === position) return withoutForm(remaining, name)
  if (editedPosition === undefined || editedPosition < position) return remaining
  return { ...remaining, editing: { ...draft.editing, [name]: editedPosition - 1 } }
}

/**
 * Undoes a removal. `before` is the draft before the removal. Text that was typed into the emptied form since
 * stays.
 */
export const withEntryBack = <Name extends FormName>(
  draft: Draft,
  name: Name,
  position: number,
  before: Draft,
): Draft => {
  const restored = withList(draft, name, ENTRY_KINDS[name].listOf(before.answers))
  const wasEmptied = before.editing[name] === position
  if (wasEmptied && isTyped(name, draft)) return restored
  return {
    ...restored,
    forms: wasEmptied ? { ...draft.forms, [name]: before.forms[name] } : draft.forms,
    editing: { ...draft.editing, [name]: before.editing[name] },
  }
}

/** Sets or removes the one row that declares that there is no experience yet (W5). */
export const withNoExperienceRow = (draft: Draft, row: Experience | undefined): Draft =>
  withList(draft, 'experience', row ? [row] : [])

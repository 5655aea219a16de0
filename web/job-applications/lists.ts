import {
  asStored,
  educationErrors,
  experienceErrors,
  type Education,
  type Experience,
  type Referee,
  refereeErrors,
} from '#contract/job-applications/rules.ts'
import { NEXT_WORDS } from '#contract/job-applications/words.ts'
import type { FieldErrors } from '#contract/endpoint.ts'
import { normaliseEmail, normalisePhone } from '#contract/normalise.ts'
import type { FormContext } from './form-context.ts'
import { BLANK_FORMS, type Draft, type Forms } from './draft.ts'
import { type FormCheck, checkStep, withEntry } from './next-rule.ts'

export type FormName = keyof Forms
export const LIST_OF_FORM = {
  education: 'education',
  experience: 'experience',
  referee: 'referees',
} as const satisfies Record<FormName, string>
/** The form of each step. */
export const FORM_AT_STEP: Partial<Record<number, FormName>> = {
  2: 'education',
  3: 'experience',
  4: 'referee',
}

const listOf = <Name extends FormName>(draft: Draft, name: Name) =>
  draft.answers[LIST_OF_FORM[name]] as Forms[Name][]

/** The field errors of an entry (S2 §5). */
export const entryErrors = (name: FormName, form: Forms[FormName], today: string): FieldErrors =>
  name === 'education'
    ? educationErrors(form as Education, today)
    : name === 'experience'
      ? experienceErrors(form as Experience, today)
      : refereeErrors(form as Referee)

const TOO_FEW: Record<FormName, (fewest: number) => string> = {
  education: () => NEXT_WORDS.education,
  experience: () => NEXT_WORDS.experience,
  referee: NEXT_WORDS.referees,
}

/**
 * An entry as its form shows it: the end date is empty, not 'Present', while the person works there (W21).
 */
const asForm = <Name extends FormName>(name: Name, entry: Forms[Name] | undefined): Forms[Name] =>
  entry === undefined
    ? BLANK_FORMS[name]
    : name === 'experience' && (entry as Experience).currently_working
      ? { ...entry, end_date: '' }
      : entry

/** W7: what Next, Save Progress and Edit find in the form of a step. */
export const checkForm = (
  name: FormName,
  draft: Draft,
  job: Pick<FormContext['job'], 'min_referees'>,
  today: string,
): FormCheck<Forms[FormName]> => {
  const minEntries = name === 'referee' ? job.min_referees : 1
  const index = draft.editing[name]
  return checkStep<Forms[FormName]>({
    form: draft.forms[name],
    untouched: asForm(name, index === undefined ? undefined : listOf(draft, name)[index]),
    list: listOf(draft, name),
    minEntries,
    errorsOf: (form) => entryErrors(name, form, today),
    tooFew: TOO_FEW[name](minEntries),
  })
}

// As stored: trimmed, and the phone number in dialling form (W25).
const tidied = (name: FormName, form: Forms[FormName]): Forms[FormName] => {
  const trimmed = Object.fromEntries(
    Object.entries(form).map(([key, value]) => [key, typeof value === 'string' ? value.trim() : value]),
  ) as Forms[FormName]
  if (name === 'experience') return asStored(trimmed as Experience)
  if (name !== 'referee') return trimmed
  const referee = trimmed as Referee
  return { ...referee, email: normaliseEmail(referee.email), phone: normalisePhone(referee.phone) }
}

/** Empties the form. The entry that it changed stays as it was. */
export const withoutForm = (draft: Draft, name: FormName): Draft => ({
  ...draft,
  forms: { ...draft.forms, [name]: BLANK_FORMS[name] },
  editing: { ...draft.editing, [name]: undefined },
})

const withList = (draft: Draft, name: FormName, list: readonly unknown[]): Draft => ({
  ...draft,
  answers: { ...draft.answers, [LIST_OF_FORM[name]]: list },
})

/**
 * Moves the form's entry into its list and empties the form. A real entry replaces 'no experience yet' (W5).
 */
export const withFormAdded = (draft: Draft, name: FormName): Draft => {
  const list = withEntry(
    listOf(draft, name) as unknown[],
    tidied(name, draft.forms[name]),
    draft.editing[name],
  )
  return withoutForm(
    withList(
      draft,
      name,
      name === 'experience' ? list.filter((entry) => !(entry as Experience).no_experience) : list,
    ),
    name,
  )
}

/** Loads an entry into the form to change it. */
export const withFormOpened = (draft: Draft, name: FormName, position: number): Draft => {
  const entry = listOf(draft, name)[position]
  return entry
    ? {
        ...draft,
        forms: { ...draft.forms, [name]: asForm(name, entry as Forms[typeof name]) },
        editing: { ...draft.editing, [name]: position },
      }
    : draft
}

/**
 * Removes an entry. A form that changed it now adds one; a form that changed a later entry follows that
 * entry.
 */
export const withoutEntry = (draft: Draft, name: FormName, position: number): Draft => {
  const changing = draft.editing[name]
  const left = withList(
    draft,
    name,
    listOf(draft, name).filter((_, place) => place !== position),
  )
  if (changing === undefined || changing < position) return left
  return { ...left, editing: { ...draft.editing, [name]: changing === position ? undefined : changing - 1 } }
}

/** W5: sets or removes the one row that declares that there is no experience yet. */
export const withExperienceDeclared = (draft: Draft, row: Experience | undefined): Draft =>
  withList(draft, 'experience', row ? [row] : [])

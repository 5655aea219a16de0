import { missingParts, personalErrors } from '#contract/job-applications/rules.ts'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { NEXT_WORDS, type Step } from '#contract/job-applications/words.ts'
import { type FormName, withFormAdded, FORM_NAMES, checkForm, withoutForm } from './lists.ts'
import { missingDocuments } from './step-tabs.tsx'
import type { Wizard } from './use-wizard.ts'

/** `typed`: the entry is complete in its form, and in no list yet. */
export type MissingItem = { step: Step; words: string; isTyped?: boolean }

const JOB_TYPE_FIELDS: Record<string, string> = {
  employment_number: 'employment number',
  huduma_centre: 'Huduma Centre',
  by_election_area: 'By-Election Area',
}

/**
 * What each step still needs, one line each, for the margin. For the first step it names the answer itself.
 */
export function stillNeeded(wizard: Wizard): MissingItem[] {
  const { draft, flags, context, step: shown } = wizard
  const typed = openForms(wizard).filter(({ isComplete }) => isComplete)
  const personal = Object.keys(personalErrors(draft.answers, context.job, '')).map(
    (field) => `Personal details: ${JOB_TYPE_FIELDS[field]}`,
  )
  const found: MissingItem[] = missingParts(flags, draft.answers, context.job)
    .filter(
      ({ line, step }, index, all) =>
        step === 1 ||
        !all.slice(index + 1).some((other) => other.step === step) ||
        line.startsWith(NEXT_WORDS.education),
    )
    .flatMap(({ line, step }) =>
      (step === 1 && personal.length > 0 ? personal : [line]).map((words) => ({ step, words })),
    )
  const documents = missingDocuments(context).filter(({ required }) => required)
  return [
    ...found.filter(({ step }) => !typed.some((form) => form.step === step && form.fillsList)),
    ...typed.map(({ step, name }) => ({
      step,
      words: `${FORM_TITLES[name]}: typed, ${step === shown ? 'Next adds it' : 'not in your list yet'}`,
      isTyped: true,
    })),
    ...(documents.length > 0
      ? [{ step: 4 as const, words: DOCUMENT_WORDS.missing(documents.map(({ name }) => name)) }]
      : []),
  ].sort((left, right) => left.step - right.step)
}

/** Documents that may be added but are not required. */
export const optionalDocuments = ({ context }: Pick<Wizard, 'context'>): string[] =>
  missingDocuments(context).flatMap(({ required, name }) => (required ? [] : name))

const FORM_TITLES: Record<FormName, string> = {
  education: 'Education',
  experience: 'Work experience',
  referee: 'Referee',
}
const STEP_OF: Record<FormName, Step> = { education: 2, experience: 3, referee: 4 }

/** `fillsList`: the list is too short without this entry, and long enough with it. */
export type OpenForm = { name: FormName; step: Step; isComplete: boolean; fillsList: boolean }

/** Forms with text that is in no list: it would not be sent. */
export const openForms = ({
  draft,
  context,
  today,
}: Pick<Wizard, 'draft' | 'context' | 'today'>): OpenForm[] =>
  FORM_NAMES.flatMap((name) => {
    const { is } = checkForm(name, draft, context.job, today)
    if (is !== 'partial' && is !== 'complete') return []
    const lists = is === 'complete' ? [withoutForm(draft, name), withFormAdded(draft, name)] : []
    const [before, after] = lists.map((draft) => checkForm(name, draft, context.job, today).is)
    const fillsList = before === 'empty' && after === 'ready'
    return [{ name, step: STEP_OF[name], isComplete: is === 'complete', fillsList }]
  })

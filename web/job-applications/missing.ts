import { missingParts, personalErrors } from '#contract/job-applications/rules.ts'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { NEXT_WORDS, type Step } from '#contract/job-applications/words.ts'
import { type FormName, formAdded, LIST_OF, checkForm, withoutForm } from './lists.ts'
import { missingDocuments } from './step-tabs.tsx'
import type { Wizard } from './use-wizard.ts'

/** `typed`: the entry is complete in its form, and in no list yet. */
export type Lacking = { step: Step; words: string; typed?: boolean }

const ASKED_OF_SOME: Record<string, string> = {
  employment_number: 'employment number',
  huduma_centre: 'Huduma Centre',
  by_election_area: 'By-Election Area',
}

/**
 * What each step still needs, one line each, for the margin. For the first step it names the answer itself.
 */
export function stillNeeded(wizard: Wizard): Lacking[] {
  const { draft, flags, context, step: shown } = wizard
  const typed = openForms(wizard).filter(({ complete }) => complete)
  const personal = Object.keys(personalErrors(draft.answers, context.job, '')).map(
    (field) => `Personal details: ${ASKED_OF_SOME[field]}`,
  )
  const found: Lacking[] = missingParts(flags, draft.answers, context.job)
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
    ...found.filter(({ step }) => !typed.some((form) => form.step === step && form.suffices)),
    ...typed.map(({ step, name }) => ({
      step,
      words: `${TYPED[name]}: typed, ${step === shown ? 'Next adds it' : 'not in your list yet'}`,
      typed: true,
    })),
    ...(documents.length > 0
      ? [{ step: 4 as const, words: DOCUMENT_WORDS.missing(documents.map(({ name }) => name)) }]
      : []),
  ].sort((left, right) => left.step - right.step)
}

/** Documents that may be added but are not required. */
export const mayAdd = ({ context }: Pick<Wizard, 'context'>): string[] =>
  missingDocuments(context).flatMap(({ required, name }) => (required ? [] : name))

const TYPED: Record<FormName, string> = {
  education: 'Education',
  experience: 'Work experience',
  referee: 'Referee',
}
const STEP_OF: Record<FormName, Step> = { education: 2, experience: 3, referee: 4 }

/** `suffices`: the list is too short without this entry, and long enough with it. */
export type OpenForm = { name: FormName; step: Step; complete: boolean; suffices: boolean }

/** Forms with text that is in no list: it would not be sent. */
export const openForms = ({
  draft,
  context,
  today,
}: Pick<Wizard, 'draft' | 'context' | 'today'>): OpenForm[] =>
  (Object.keys(LIST_OF) as FormName[]).flatMap((name) => {
    const { is } = checkForm(name, draft, context.job, today)
    if (is !== 'partial' && is !== 'complete') return []
    const lists = is === 'complete' ? [withoutForm(draft, name), formAdded(draft, name)] : []
    const [before, after] = lists.map((draft) => checkForm(name, draft, context.job, today).is)
    const suffices = before === 'empty' && after === 'ready'
    return [{ name, step: STEP_OF[name], complete: is === 'complete', suffices }]
  })

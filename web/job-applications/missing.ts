import { t } from '@lingui/core/macro'
import { type Missing, missingParts, personalErrors } from '#contract/job-applications/rules.ts'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import type { Step } from '#contract/job-applications/words.ts'
import { translate } from '../language/translate.ts'
import type { FormName } from './entry-kinds.ts'
import { withFormAdded, FORM_NAMES, checkForm, withoutForm } from './lists.ts'
import { DOCUMENTS_STEP, missingDocuments } from './step-tabs.tsx'
import type { Wizard } from './use-wizard.ts'

/** A missing part. `isTyped`: its entry is complete in the form, but not in the list yet. */
export type MissingItem = { step: Step; words: string; isTyped?: boolean }

const PERSONAL = t`Personal details`
/** The questions of step 1 that only some job types have, by the name of their field. */
const JOB_TYPE_FIELDS: Record<string, string> = {
  employment_number: t`employment number`,
  huduma_centre: t`Huduma Centre`,
  by_election_area: t`By-Election Area`,
}

/** In step 1, a line for each unanswered question of this job type. Otherwise the line as it is. */
const linesFor = ({ line, step }: Missing, { draft, context }: Wizard): string[] => {
  // Only the names of these fields are used. So the acronym in their error sentences may be empty.
  const fields = step === 1 ? Object.keys(personalErrors(draft.answers, context.job, '')) : []
  return fields.length > 0
    ? fields.map((field) => `${PERSONAL}: ${JOB_TYPE_FIELDS[field]}`)
    : [translate(line)]
}

/**
 * For some steps, `missingParts` gives two lines: that a section is incomplete, and why. Only the last line
 * of a step is shown.
 */
const isLastOfStep = ({ step }: Missing, index: number, all: Missing[]) =>
  !all.slice(index + 1).some((later) => later.step === step)

const typedWords = (form: string, isAtThisStep: boolean) =>
  isAtThisStep ? t`${form}: typed, Next adds it` : t`${form}: typed, not in your list yet`

/** What each step still needs, for the margin beside the step. */
export function stillNeeded(wizard: Wizard): MissingItem[] {
  const { draft, flags, context, step: currentStep } = wizard
  const typedForms = openForms(wizard).filter(({ isComplete }) => isComplete)
  const willBeFilled = (step: Step) => typedForms.some((form) => form.step === step && form.fillsList)
  const lacking = missingParts(flags, draft.answers, context.job)
    .filter(isLastOfStep)
    .filter(({ step }) => !willBeFilled(step))
    .flatMap((missing) => linesFor(missing, wizard).map((words) => ({ step: missing.step, words })))
  const typed: MissingItem[] = typedForms.map(({ step, name }) => ({
    step,
    words: typedWords(FORM_TITLES[name], step === currentStep),
    isTyped: true,
  }))
  const documentNames = missingDocuments(context).flatMap(({ required, name }) =>
    required ? translate(name) : [],
  )
  const documentItems: MissingItem[] =
    documentNames.length > 0
      ? [{ step: DOCUMENTS_STEP, words: translate(DOCUMENT_WORDS.missing(documentNames)) }]
      : []
  return [...lacking, ...typed, ...documentItems].sort((left, right) => left.step - right.step)
}

/** Documents that may be added but are not required. */
export const optionalDocuments = ({ context }: Pick<Wizard, 'context'>): string[] =>
  missingDocuments(context).flatMap(({ required, name }) => (required ? [] : name))

const FORM_TITLES: Record<FormName, string> = {
  education: t`Education`,
  experience: t`Work experience`,
  referee: t`Referee`,
}
const STEP_OF: Record<FormName, Step> = { education: 2, experience: 3, referee: 4 }

/** A form with text. `fillsList`: without its entry the list is too short, and with it long enough. */
type OpenForm = { name: FormName; step: Step; isComplete: boolean; fillsList: boolean }

/**
 * The forms with text that is in no list and so would not be sent: `checkForm` gives `partial` or `complete`.
 * A form without text is `empty` if its list is too short, otherwise `ready`.
 */
export const openForms = ({
  draft,
  context,
  today,
}: Pick<Wizard, 'draft' | 'context' | 'today'>): OpenForm[] =>
  FORM_NAMES.flatMap((name) => {
    const { is } = checkForm(name, draft, context.job, today)
    if (is !== 'partial' && is !== 'complete') return []
    // Two drafts are checked: one without the form's entry in the list, one with it.
    const drafts = is === 'complete' ? [withoutForm(draft, name), withFormAdded(draft, name)] : []
    const [before, after] = drafts.map((compared) => checkForm(name, compared, context.job, today).is)
    const fillsList = before === 'empty' && after === 'ready'
    return [{ name, step: STEP_OF[name], isComplete: is === 'complete', fillsList }]
  })

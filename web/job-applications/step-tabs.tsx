import { t } from '@lingui/core/macro'
import { STEPS, type Step } from '#contract/job-applications/words.ts'
import { isNamedKind, type RequestedDocument, requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { translate } from '../language/translate.ts'
import { Icon } from '../ui/icon.tsx'
import { stepFrom } from './draft.ts'
import { may } from './states.ts'
import type { Wizard } from './use-wizard.ts'

/** The number of the step that has the documents. */
export const DOCUMENTS_STEP = 4
export const REVIEW_STEP = 5

/**
 * The incomplete steps: the four sections, and on the fourth also the documents (W1). Review is never
 * incomplete (W19).
 */
const incompleteSteps = ({ flags, context }: Pick<Wizard, 'flags' | 'context'>): Set<Step> => {
  const missing = new Set<Step>()
  if (!flags.personal_details_completed) missing.add(1)
  if (!flags.education_completed) missing.add(2)
  if (!flags.experience_completed) missing.add(3)
  if (!flags.referees_completed || missingDocuments(context).some(isMarked)) missing.add(4)
  return missing
}

/** The requested documents that are missing or were refused (W1). */
export const missingDocuments = ({ job, documents }: Pick<Wizard['context'], 'job' | 'documents'>) =>
  requestedDocuments(job).filter(
    ({ kind }) => !documents.some((document) => document.kind === kind && document.state !== 'refused'),
  )

/**
 * Whether the step is marked while this document is missing: CV and cover letter also if the job only asks
 * for them (W1). A document that the job names marks it only if the job requires it.
 */
export const isMarked = ({ kind, required }: RequestedDocument) => required || !isNamedKind(kind)

/** Tabs can be pressed once the review was reached or every section is complete (W18). */
export const canPressTabs = ({ draft, flags }: Pick<Wizard, 'draft' | 'flags'>) =>
  draft.reviewed || Object.values(flags).every(Boolean)

/** How complete a step is; this decides the mark on its tab. */
type TabState = 'incomplete' | 'done' | 'not done'

const tabState = (wizard: Wizard, step: Step): TabState => {
  if (incompleteSteps(wizard).has(step)) return 'incomplete'
  return step === REVIEW_STEP ? 'not done' : 'done'
}

/**
 * What a screen reader says after a step's name. Only the review can be 'not done', and it needs no words.
 */
const STATE_WORDS: Record<TabState, string> = {
  incomplete: t`, incomplete`,
  done: t`, done`,
  'not done': '',
}

const tabClass = (state: TabState, isOpen: boolean) => {
  const marks = [isOpen ? 'here' : '', state === 'incomplete' ? 'miss' : ''].filter(Boolean)
  if (marks.length > 0) return marks.join(' ')
  return state === 'not done' ? undefined : 'done'
}

const TabContent = ({ step, state, isOpen }: { step: Step; state: TabState; isOpen: boolean }) => (
  <>
    <b>
      {step}
      {state === 'incomplete' && <span className="bang">!</span>}
      {state === 'done' && !isOpen && <Icon name="tick" />}
    </b>
    <span>{translate(STEPS[step - 1])}</span>
    <span className="sr-only">
      {STATE_WORDS[state]}
      {isOpen ? t`, you are here` : ''}
    </span>
  </>
)

/** The five steps as tabs, each with a mark (S2 §2). */
export function StepTabs({ wizard, onStep }: { wizard: Wizard; onStep: (step: Step) => void }) {
  const canPress = canPressTabs(wizard) && may(wizard.is, 'edit')
  const openStep = wizard.step
  const total = STEPS.length
  return (
    <nav aria-label={t`Steps`} className="wrap">
      <ol className="steps">
        {STEPS.map((name, index) => {
          const step = stepFrom(index + 1)
          const isOpen = step === openStep
          const state = tabState(wizard, step)
          const content = <TabContent step={step} state={state} isOpen={isOpen} />
          return (
            <li key={name} className={tabClass(state, isOpen)}>
              {canPress && !isOpen ? (
                <button type="button" onClick={() => onStep(step)}>
                  {content}
                </button>
              ) : (
                <span className="cell" aria-current={isOpen ? 'step' : undefined}>
                  {content}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <progress
        className="far"
        aria-label={t`Progress`}
        max={total}
        value={openStep}
        aria-valuetext={t`Step ${openStep} of ${total}`}
      />
    </nav>
  )
}

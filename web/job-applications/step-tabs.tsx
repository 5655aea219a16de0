import { STEPS, type Step } from '#contract/job-applications/words.ts'
import { DOCUMENT_WORDS } from '#contract/documents/documents.ts'
import { requestedDocuments } from '#contract/jobs/wanted-documents.ts'
import { Icon } from '../ui/icon.tsx'
import { may } from './states.ts'
import type { Wizard } from './use-wizard.ts'

/**
 * The incomplete steps: the four sections, and on the fourth also the documents that a job requires (W1).
 * Review is never incomplete (W19).
 */
export const incompleteSteps = ({ flags, context }: Pick<Wizard, 'flags' | 'context'>): Set<Step> => {
  const missing = new Set<Step>()
  if (!flags.personal_details_completed) missing.add(1)
  if (!flags.education_completed) missing.add(2)
  if (!flags.experience_completed) missing.add(3)
  if (!flags.referees_completed || missingDocuments(context).some(({ required }) => required)) missing.add(4)
  return missing
}

/** W1: the requested documents that are missing. */
export const missingDocuments = ({ job, documents }: Pick<Wizard['context'], 'job' | 'documents'>) =>
  requestedDocuments(job).filter(
    ({ kind }) => !documents.some((document) => document.kind === kind && document.state !== 'refused'),
  )

/** W18: the review was reached earlier, or every section is complete. */
export const canPressTabs = ({ draft, flags }: Pick<Wizard, 'draft' | 'flags'>) =>
  draft.reviewed || Object.values(flags).every(Boolean)

/** S2 §2: five cells, each with a mark. They can be pressed once `tabsAreFree` (W18). */
export function StepTabs({ wizard, onStep }: { wizard: Wizard; onStep: (step: Step) => void }) {
  const { step: open } = wizard
  const missing = incompleteSteps(wizard)
  const free = canPressTabs(wizard) && may(wizard.is, 'edit')
  return (
    <nav aria-label="Steps" className="wrap">
      <ol className="steps">
        {STEPS.map((name, index) => {
          const step = (index + 1) as Step
          const here = step === open
          const incomplete = missing.has(step)
          const done = step !== 5 && !incomplete
          // S2 §5: marked, but without alarm where nothing depends on it.
          const mayAdd = done && step === 4 && missingDocuments(wizard.context).length > 0
          const inside = (
            <>
              <b>
                {step}
                {incomplete && <span className="bang">!</span>}
                {done && !here && <Icon name={mayAdd ? 'page' : 'tick'} />}
              </b>
              <span>{name}</span>
              <span className="sr-only">
                {incomplete
                  ? ', incomplete'
                  : mayAdd
                    ? `, done. ${DOCUMENT_WORDS.mayAdd}`
                    : done
                      ? ', done'
                      : ''}
                {here ? ', you are here' : ''}
              </span>
            </>
          )
          return (
            <li key={name} className={here ? 'here' : incomplete ? 'miss' : done ? 'done' : undefined}>
              {free && !here ? (
                <button type="button" onClick={() => onStep(step)}>
                  {inside}
                </button>
              ) : (
                <span className="cell" aria-current={here ? 'step' : undefined}>
                  {inside}
                </span>
              )}
            </li>
          )
        })}
      </ol>
      <progress
        className="far"
        aria-label="Progress"
        max={STEPS.length}
        value={open}
        aria-valuetext={`Step ${open} of ${STEPS.length}`}
      />
    </nav>
  )
}

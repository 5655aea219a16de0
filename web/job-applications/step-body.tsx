import type { Step } from '#contract/job-applications/words.ts'
import { DocumentsPanel } from './documents-panel.tsx'
import { EducationStep } from './education-step.tsx'
import type { StepActions } from './entries.tsx'
import { ExperienceStep } from './experience-step.tsx'
import { PersonalStep } from './personal-step.tsx'
import { RefereesStep } from './referees-step.tsx'
import { ReviewStep } from './review-step.tsx'
import type { Wizard } from './use-wizard.ts'

/** The content of the current step. */
export function StepBody({
  wizard,
  actions,
  acronym,
  onStep,
}: {
  wizard: Wizard
  actions: StepActions
  acronym: string
  onStep: (step: Step) => void
}) {
  switch (wizard.step) {
    case 1:
      return <PersonalStep wizard={wizard} actions={actions} acronym={acronym} />
    case 2:
      return <EducationStep actions={actions} />
    case 3:
      return <ExperienceStep actions={actions} />
    case 4:
      return (
        <>
          <RefereesStep actions={actions} />
          <DocumentsPanel
            applicationId={wizard.context.applicationId}
            documents={wizard.context.documents}
            presentDocuments={() => wizard.session.snapshot().context.documents}
            job={wizard.context.job}
            errors={wizard.failedFiles}
            onChange={(documents, version) => {
              wizard.patchContext({ documents })
              // Only an upload or a removal in this tab brings a new version of the application.
              if (version !== undefined) wizard.session.recordFileChange(version)
            }}
          />
        </>
      )
    case 5:
      return <ReviewStep wizard={wizard} onStep={onStep} />
  }
}

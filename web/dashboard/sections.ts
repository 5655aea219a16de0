import { t } from '@lingui/core/macro'
import type { CompletedSteps } from '#contract/job-applications/rules.ts'

/** The four parts of an application, and whether each is complete (S2 §2). */
export const sectionsOf = (flags: CompletedSteps) => [
  { name: t`Personal details`, done: flags.personal_details_completed },
  { name: t`Education`, done: flags.education_completed },
  { name: t`Work experience`, done: flags.experience_completed },
  { name: t`Referees`, done: flags.referees_completed },
]

import type { Flags } from '#contract/job-applications/rules.ts'

/** The four parts of an application, and whether each is complete (S2 §2). */
export const sectionsOf = (flags: Flags) => [
  { name: 'Personal details', done: flags.personal_details_completed },
  { name: 'Education', done: flags.education_completed },
  { name: 'Work experience', done: flags.experience_completed },
  { name: 'Referees', done: flags.referees_completed },
]

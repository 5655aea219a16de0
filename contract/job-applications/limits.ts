/** The numbers of the application form (S2 §9), and the limits on its size. */
export const APPLICATION = {
  steps: 5,
  firstYear: 1950,
  minEmploymentNumber: 2,
  /** The least number of referees, for a job that sets no other number. */
  minReferees: 1,
  maxEducation: 20,
  maxExperience: 30,
  maxReferees: 10,
  /** Characters of an answer on one line. */
  maxLine: 200,
  maxResponsibilities: 2_000,
  /** Applications shown to one person, newest first. */
  maxListed: 200,
  /** Copies of answers that were overwritten or refused: the newest are stored, up to these limits (T22). */
  maxKeptCopies: 50,
  keptCopiesBytes: 524_288,
  /** For how long after a withdrawal support can put the application back, when the person asks. */
  restoreHours: 24,
  /** How often one application can be sent, corrections included. Each version keeps its files (W15). */
  maxVersions: 10,
} as const

/** How long 'Progress saved successfully!' and 'Password changed successfully!' are shown (S2 §9). */
export const SAVED_MS = { progress: 3_000, password: 5_000 } as const

/** The waiting times that applicants read, in weeks (S2 §9, N3). The portal decides nothing by them. */
export const REVIEW_WEEKS = {
  pending: { least: 1, most: 2 },
  underReview: { least: 2, most: 4 },
  interview: 1,
} as const

/** How many minutes each step of the form takes, as help pages say (S2 §9, N3). */
export const STEP_MINUTES = [
  { least: 2, most: 3 },
  { least: 5, most: 10 },
  { least: 10, most: 15 },
  { least: 5, most: 8 },
  { least: 5, most: 5 },
] as const

/** S2 §9, and limits on the size of an application. */
export const APPLICATION = {
  steps: 5,
  firstYear: 1950,
  minEmploymentNumber: 2,
  /** For a job that sets no number of its own (`min_referees`). */
  minReferees: 1,
  maxEducation: 20,
  maxExperience: 30,
  maxReferees: 10,
  maxLine: 200,
  maxResponsibilities: 2_000,
  /** Applications shown to one person, newest first. */
  maxListed: 200,
  /**
   * Saved copies of answers that were overwritten or refused, and their total bytes. The newest stay (T22).
   */
  maxKeptCopies: 50,
  keptCopiesBytes: 524_288,
} as const

/** S2 §9: how long 'Progress saved successfully!' and 'Password changed successfully!' are shown. */
export const SAVED_MS = { progress: 3_000, password: 5_000 } as const

/**
 * S2 §9, N3: the waiting times shown to applicants, in weeks. They are the commission's own; the portal
 * decides nothing by them.
 */
export const REVIEW_WEEKS = {
  pending: { least: 1, most: 2 },
  underReview: { least: 2, most: 4 },
  interview: 1,
} as const

/** S2 §9, N3: how long each step of the form takes, in minutes. */
export const STEP_MINUTES = [
  { least: 2, most: 3 },
  { least: 5, most: 10 },
  { least: 10, most: 15 },
  { least: 5, most: 8 },
  { least: 5, most: 5 },
] as const

/** The limits of the application form (S2 §9), and of the size of an application. */
export const APPLICATION = {
  steps: 5,
  firstYear: 1950,
  /** An earlier start of work is mistyped, and would count as centuries of work. */
  firstWorkYear: 1940,
  /** The fewest characters of an employment number. */
  minEmploymentNumber: 2,
  /** The fewest referees that an application needs, for a job that sets no other number. */
  minReferees: 1,
  maxEducation: 20,
  maxExperience: 30,
  maxReferees: 10,
  /** The most characters of an answer on one line. */
  maxLine: 200,
  maxResponsibilities: 2_000,
  /** The most applications that a person sees, newest first. */
  maxListed: 200,
  /** How many copies of an application's overwritten or refused answers are stored, the newest ones (T22). */
  maxStoredCopies: 50,
  /** The most bytes of these copies together. */
  storedCopiesBytes: 524_288,
  /** For how long after a withdrawal support can restore the application, when the applicant asks. */
  restoreHours: 24,
  /** How many versions of an application can be sent. Each version keeps its files (W15). */
  maxVersions: 10,
} as const

/** How long a page shows 'Progress saved successfully!' or 'Password changed successfully!' (S2 §9). */
export const SAVED_MS = { progress: 3_000, password: 5_000 } as const

/**
 * The usual waiting times, in weeks, that applicants read (S2 §9, N3). The portal decides nothing by them.
 */
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

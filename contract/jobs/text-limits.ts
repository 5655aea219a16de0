/** The most characters of a job's texts. */
export const JOB_TEXT_LIMITS = {
  maxTitle: 200,
  /** The most characters of the terms, and of the pay. */
  maxTerms: 300,
  maxHtml: 100_000,
} as const

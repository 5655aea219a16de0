/** Limits of the rules by which people are selected for a job. */
export const SELECTION_RULES = {
  maxCriteria: 12,
  /** Rows of points for one criterion. */
  maxRows: 20,
  maxPoints: 1_000,
  /** The largest number that a fact can have; a table may start at most there. */
  maxValue: 1_000,
  /** One for each ward of the country, and room for new ones. */
  maxPlaces: 2_000,
  maxReason: 500,
  /** With fewer applications there is no preview: its sums would say something about single people. */
  leastForPreview: 100,
  /** A CSV of seats: a line for each place. */
  maxCsvBytes: 200_000,
} as const

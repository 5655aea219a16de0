/** Limits of the rules by which people are selected for a job. */
export const SELECTION_RULES = {
  maxCriteria: 12,
  /** The most rows of points that one criterion has. */
  maxRows: 20,
  maxPoints: 1_000,
  /** The largest `from` of a row of points. The facts of an application store no larger value. */
  maxFrom: 32_767,
  /** The most places with seats: one for each ward of the country, and some more for new wards. */
  maxPlaces: 2_000,
  /** The most characters of a reason or a note. */
  maxReason: 500,
  /** With fewer applications there is no preview: its counts would reveal something about single people. */
  leastForPreview: 100,
  /** The largest CSV of seats, which has a line for each place. */
  maxCsvBytes: 200_000,
} as const

/** Limits for officers who help applicants: items shown, searches, and people opened. */
export const SUPPORT = {
  peopleFound: 10,
  emailsShown: 50,
  applicationsShown: 100,
  correctionsShown: 50,
  searchesPerHour: 200,
  maxReason: 500,
  /** How long a search gives access to the people it found. */
  handleMinutes: 60,
  /**
   * How many different people one officer may open in an hour and in a day (T32). `most` is the limit. At
   * `alarm`, administrators and auditors are notified.
   */
  people: { hour: { most: 30, alarm: 20 }, day: { most: 120, alarm: 80 } },
} as const

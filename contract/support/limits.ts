/** Limits for officers who help applicants: on the items shown, the searches, and the people opened. */
export const SUPPORT = {
  peopleFound: 10,
  emailsShown: 50,
  applicationsShown: 100,
  correctionsShown: 50,
  searchesPerHour: 200,
  maxReason: 500,
  /** How long an officer can open the people that a search found. */
  handleMinutes: 60,
  /**
   * How many different people one officer may open in an hour and in a day (T32). `most` is the limit. At
   * `alarm`, administrators and auditors are notified.
   */
  people: { hour: { most: 30, alarm: 20 }, day: { most: 120, alarm: 80 } },
} as const

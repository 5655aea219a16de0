/** The limits of the table of applications: its rows per page, and what officers write there. */
export const REVIEW = {
  pageSize: 50,
  maxViewName: 60,
  maxViewQuery: 2_000,
  maxViews: 50,
  maxNote: 2_000,
  /** How long an officer sees the names of a job after another officer agreed. */
  liftHours: 12,
  /** How long an officer's request to see names waits for another officer. */
  liftWaitHours: 72,
  accessRecordsShown: 100,
  notesShown: 200,
  historyShown: 100,
  /**
   * Other applications that share a value: how many are named, and how many are counted at most, for each
   * value.
   */
  sharesNamed: 10,
  sharesCounted: 1_000,
  /** After this many failures, the portal no longer tries to derive the facts of an application. */
  maxFactFailures: 5,
} as const

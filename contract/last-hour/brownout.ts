/**
 * The level says how much the portal leaves out under overload, so that it can answer submissions. At 0 it
 * leaves out nothing; at 4 it answers only what people cannot do later.
 */
export const LEVELS = [0, 1, 2, 3, 4] as const
export type Level = (typeof LEVELS)[number]

/**
 * For each measure, the lowest level at which it applies. `InLine`: people wait in a line for it.
 * `tablesSlower`: officers' tables are delayed.
 */
export const FROM_LEVEL = {
  extrasPaused: 1,
  searchPaused: 2,
  registrationInLine: 2,
  loginInLine: 3,
  tablesSlower: 3,
  onlySubmit: 4,
} as const

/** Limits of the overload levels and of their measures. */
export const BROWNOUT = {
  /**
   * From level 3, officers' tables are delayed by `tableDelayMs`. When `maxDelayedTables` are being delayed,
   * further ones are refused.
   */
  tableDelayMs: 1_000,
  maxDelayedTables: 200,
  /** Limits on the length of an officer's reason for a level, in characters. */
  maxReasonChars: 300,
  minReasonChars: 5,
} as const

/** Sentences about a paused feature, for the person who requested it. */
export const PAUSED_WORDS = {
  extras:
    'This is paused while very many people apply. Submitting and saving work as always. Please try again later.',
  search:
    'Searching by words is paused while very many people apply. You see all the jobs. The filters still work.',
} as const

/**
 * How many audit entries of one officer, per hour or per day in Nairobi, cause an alarm for administrators
 * and auditors. A night belongs to the day on which it starts. An approval is hasty less than `seconds` after
 * the officer opened the list or message. It is also hasty when they never opened it. `pairs` are one
 * officer's approvals of another's proposals within `seconds`.
 */
export const ALARMS = {
  /** Opened applications and documents. */
  looks: { hour: 300, day: 1_500 },
  /** Names shown before a list was approved. */
  lifts: { day: 3 },
  exports: { day: 10 },
  support: { day: 60 },
  night: { fromHour: 22, untilHour: 5, entries: 20 },
  hasty: { seconds: 10, day: 1 },
  pairs: { seconds: 60, day: 3 },
  /** How many days each check for alarms reads, today included. */
  daysChecked: 2,
  /** Officers who open the alarms within this time get the result of one check. */
  cachedMs: 60_000,
  maxShown: 100,
  maxNote: 500,
} as const

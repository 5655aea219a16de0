/**
 * The length of a session. The browser warns before it ends, and ends it, by these times (S1 §9). The server
 * alone decides whether a token is valid (A12).
 */
export const SESSION = {
  /** Counted from the login or the last extension. */
  warnAfterMs: 3_300_000,
  endAfterMs: 3_600_000,
  /** The longest session, however often it is extended (T7). */
  absoluteMs: 12 * 3_600_000,
  /** How long the previous token works after an extension, so that two tabs never race (T6). */
  graceMs: 60_000,
  /** The time of a session's last use is written at most this often. */
  usedEveryMs: 300_000,
  /** The most sessions shown to their owner, the last used first. */
  listed: 50,
  /** How many of a person's networks are recognised at the next login. */
  networksKept: 10,
} as const

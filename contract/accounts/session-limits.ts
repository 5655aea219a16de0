/**
 * How long a session lasts. The browser uses these times to warn before the session ends, and to log out (S1
 * §9). Only the server decides whether a token is valid (A12).
 */
export const SESSION = {
  /** The browser warns this long after the login or the last extension: 55 minutes. */
  warnAfterMs: 3_300_000,
  /** A session ends this long after the login or its last extension. */
  endAfterMs: 3_600_000,
  /** The longest time of a session, however often it is extended (T7). */
  absoluteMs: 12 * 3_600_000,
  /**
   * How long the previous token of a session works after an extension, so that two tabs do not conflict (T6).
   */
  graceMs: 60_000,
  /** The time of a session's last use is stored at most once in five minutes. */
  usedEveryMs: 300_000,
  /** The most sessions that their owner sees, those used last first. */
  listed: 50,
  /** How many networks of a person the portal recognises at the next login. */
  storedNetworks: 10,
} as const

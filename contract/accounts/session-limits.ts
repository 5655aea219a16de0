/** S1 §9: the browser's timers. The server's own hour decides (A12). */
export const SESSION = {
  warnAfterMs: 3_300_000,
  endAfterMs: 3_600_000,
  /** The longest session, however often it is extended (T7). */
  absoluteMs: 12 * 3_600_000,
  /** How long the previous token works after an extension, so that two tabs never race (T6). */
  graceMs: 60_000,
  /** A session's last use is accurate to this interval. */
  usedEveryMs: 300_000,
  /** Sessions shown to their owner, the last used first. */
  listed: 50,
} as const

/**
 * Limits of decision lists. A list takes effect `undoMinutes` after its approval, and can be undone until
 * then.
 */
export const DECISIONS = {
  undoMinutes: 10,
  /** The most applications that one call may name by id. */
  maxNamed: 1_000,
  maxReason: 1_000,
  /** The most different reasons on one decision list, because the second officer reads all of them. */
  maxReasons: 100,
  pageSize: 50,
} as const

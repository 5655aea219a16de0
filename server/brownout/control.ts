import type { Level } from '#contract/last-hour/brownout.ts'

/** How one second went, over all machines: measured, never guessed. */
export type Load = {
  /** The average wait for a slot and for a database connection, on the machine where it is longest. */
  queueMs: number
  /** Requests that were shed, without those of class `extra`. */
  shed: number
  /** People who were turned away although their turn in the line had come. */
  turnedAway: number
  /** Submits and saves that were shed. That should never happen. */
  savesShed: number
}
export const NO_LOAD: Load = { queueMs: 0, shed: 0, turnedAway: 0, savesShed: 0 }

/** The level, and the seconds of overload and of calm that count towards another one. */
export type Pressure = { level: Level; hotSeconds: number; calmSeconds: number }

/**
 * With a longer wait the portal is overloaded. DAGOR uses the same limit (see
 * `server/admission/threshold.ts`).
 */
const HOT_QUEUE_MS = 20
/** With a shorter wait the portal is calm. In between, the level stays. */
const CALM_QUEUE_MS = 10
/** Only a wait this long, or a shed save, leads to level 4, where only submitting and saving remain. */
const DIRE_QUEUE_MS = 100
/**
 * Seconds of overload before the next level, by the present level. Each level does more harm than the one
 * before.
 */
const RAISE_AFTER_SECONDS = [5, 10, 20, 30, Infinity] as const
/** Seconds of unbroken calm before the level below, by the present level. */
const LOWER_AFTER_SECONDS = [Infinity, 30, 60, 60, 60] as const
const NEXT_LEVEL: Record<Level, Level> = { 0: 1, 1: 2, 2: 3, 3: 4, 4: 4 }
const PREVIOUS_LEVEL: Record<Level, Level> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 3 }

const isHot = ({ queueMs, shed }: Load) => queueMs > HOT_QUEUE_MS || shed > 0
const isCalm = ({ queueMs, shed }: Load) => queueMs < CALM_QUEUE_MS && shed === 0
const isDire = ({ queueMs, savesShed }: Load) => queueMs > DIRE_QUEUE_MS || savesShed > 0

/**
 * The level after one more second. It rises quickly and falls slowly, one step at a time. A second that is
 * not hot takes one hot second back. While people wait in the line, the levels that hold it do not end:
 * everyone who waits would come at once.
 */
export function nextLevel(
  { level, hotSeconds, calmSeconds }: Pressure,
  load: Load,
  lineIsEmpty: boolean,
): Pressure {
  // Only a dire load leads from level 3 to level 4.
  const countsAsHot = isHot(load) && (level < 3 || isDire(load))
  const hot = countsAsHot ? hotSeconds + 1 : Math.max(0, hotSeconds - 1)
  const calm = isCalm(load) ? calmSeconds + 1 : 0
  if (level < 4 && hot >= RAISE_AFTER_SECONDS[level])
    return { level: NEXT_LEVEL[level], hotSeconds: 0, calmSeconds: 0 }
  // Level 1 has no line, and after level 4 comes level 3, which still has the line.
  const mayEnd = lineIsEmpty || level === 1 || level === 4
  if (level > 0 && calm >= LOWER_AFTER_SECONDS[level] && mayEnd)
    return { level: PREVIOUS_LEVEL[level], hotSeconds: 0, calmSeconds: 0 }
  return { level, hotSeconds: hot, calmSeconds: calm }
}

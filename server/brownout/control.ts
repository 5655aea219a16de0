import type { Level } from '#contract/last-hour/brownout.ts'

/** The load of one second on all machines together. It is measured, never estimated. */
export type Load = {
  /** The average wait for a slot and for a database connection, on the machine with the longest wait. */
  queueMs: number
  /** How many requests were refused, not counting the class `extra`. */
  shed: number
  /** How many people were refused although their turn in the waiting line had come. */
  turnedAway: number
  /** How many submits and saves were refused. There should never be any. */
  savesShed: number
}

/** The present level, and the seconds of overload and of calm that count towards another level. */
export type Pressure = { level: Level; hotSeconds: number; calmSeconds: number }

/**
 * With a longer average wait than this, the portal is overloaded. The DAGOR algorithm uses the same limit
 * (see `server/admission/threshold.ts`).
 */
const HOT_QUEUE_MS = 20
/** With a shorter average wait than this, the portal is calm. Between the two limits, the level stays. */
const CALM_QUEUE_MS = 10
/** Level 4, where only submitting and saving remain, needs an average wait above this or a refused save. */
const DIRE_QUEUE_MS = 100
/**
 * By present level: the seconds of overload after which the level rises. Each level does more harm than the
 * one before.
 */
const RAISE_AFTER_SECONDS = [5, 10, 20, 30, Infinity] as const
/** By present level: the seconds of unbroken calm after which the level falls. */
const LOWER_AFTER_SECONDS = [Infinity, 30, 60, 60, 60] as const
const NEXT_LEVEL: Record<Level, Level> = { 0: 1, 1: 2, 2: 3, 3: 4, 4: 4 }
const PREVIOUS_LEVEL: Record<Level, Level> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 3 }

const isHot = ({ queueMs, shed }: Load) => queueMs > HOT_QUEUE_MS || shed > 0
const isCalm = ({ queueMs, shed }: Load) => queueMs < CALM_QUEUE_MS && shed === 0
const isDire = ({ queueMs, savesShed }: Load) => queueMs > DIRE_QUEUE_MS || savesShed > 0

/**
 * The brownout level after one more second. It rises quickly and falls slowly, one step at a time. Each
 * second without overload cancels one second of overload. The levels with a waiting line do not end while
 * people wait in it: they would all come at once.
 */
export function nextLevel(
  { level, hotSeconds, calmSeconds }: Pressure,
  load: Load,
  lineIsEmpty: boolean,
): Pressure {
  // The level rises from 3 to 4 only if this second is dire: very long waits or refused saves.
  const countsAsHot = isHot(load) && (level < 3 || isDire(load))
  const nextHotSeconds = countsAsHot ? hotSeconds + 1 : Math.max(0, hotSeconds - 1)
  const nextCalmSeconds = isCalm(load) ? calmSeconds + 1 : 0
  if (level < 4 && nextHotSeconds >= RAISE_AFTER_SECONDS[level])
    return { level: NEXT_LEVEL[level], hotSeconds: 0, calmSeconds: 0 }
  // The line must be empty only for a fall from 2 or 3. Level 1 has no line, and level 3 still has one.
  const mayEnd = lineIsEmpty || level === 1 || level === 4
  if (level > 0 && nextCalmSeconds >= LOWER_AFTER_SECONDS[level] && mayEnd)
    return { level: PREVIOUS_LEVEL[level], hotSeconds: 0, calmSeconds: 0 }
  return { level, hotSeconds: nextHotSeconds, calmSeconds: nextCalmSeconds }
}

import type { Level } from '#contract/last-hour/brownout.ts'

/** How one second went, over all machines: measured, never guessed. */
export type Load = {
  /** The average wait for a slot and a connection, on the machine where it is longest. */
  queueMs: number
  /** Requests that were shed, without those of class `extra`. */
  shed: number
  /**
   * Of these: people whose turn in the line had come, and then submits and saves, which should never be lost.
   */
  turnedAway: number
  savesShed: number
}
export const NO_LOAD: Load = { queueMs: 0, shed: 0, turnedAway: 0, savesShed: 0 }

/** The level, and the seconds of heat and of calm that count towards another one. */
export type Pressure = { level: Level; heat: number; calm: number }

/**
 * Above HOT_MS the portal is overloaded (DAGOR's limit), below half of it is calm; in between, nothing moves.
 */
const HOT_MS = 20
const CALM_MS = 10
/** Only a queue this long, or a shed save, leads to the level that leaves nothing but submissions. */
const DIRE_MS = 100
/**
 * Seconds of heat before the next level, by the present level; each level does more harm than the one before.
 */
const UP_AFTER = [5, 10, 20, 30, Infinity] as const
/** Seconds of unbroken calm before the level below. */
const DOWN_AFTER = [Infinity, 30, 60, 60, 60] as const

const isHot = ({ queueMs, shed }: Load) => queueMs > HOT_MS || shed > 0
const isCalm = ({ queueMs, shed }: Load) => queueMs < CALM_MS && shed === 0
const isDire = ({ queueMs, savesShed }: Load) => queueMs > DIRE_MS || savesShed > 0

/**
 * The level after one more second. It rises quickly and falls slowly, one step at a time; a second that is
 * neither hot nor calm raises nothing. While people wait in the line, the levels that hold it do not end:
 * everyone waiting would come at once.
 */
export function nextLevel({ level, heat, calm }: Pressure, load: Load, lineIsEmpty: boolean): Pressure {
  const hotter = isHot(load) && (level < 3 || isDire(load)) ? heat + 1 : Math.max(0, heat - 1)
  const calmer = isCalm(load) ? calm + 1 : 0
  if (level < 4 && hotter >= UP_AFTER[level]) return { level: (level + 1) as Level, heat: 0, calm: 0 }
  const mayEnd = lineIsEmpty || level === 1 || level === 4
  if (level > 0 && calmer >= DOWN_AFTER[level] && mayEnd)
    return { level: (level - 1) as Level, heat: 0, calm: 0 }
  return { level, heat: hotter, calm: calmer }
}

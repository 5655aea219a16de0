import { uptime } from 'node:os'
import { type Db, sql } from './database/connect.ts'
import type { Log } from './deps.ts'

const CHECK_EVERY_MS = 10_000
/** The pause between two checks while the database's time differs from this clock. */
const CHECK_AGAIN_MS = 1_000
/** A database answer that takes longer than this says too little about the time. */
const SLOWEST_ANSWER_MS = 1_000
/** When a server's clock differs by more than this from its database's clock, the server is not ready. */
const MAX_DEVIATION_MS = 2_000
/** After the database's time jumped, this many checks in a row must agree before the new time is adopted. */
const CHECKS_BEFORE_ADOPTION = 5

type Options = {
  log?: Log
  /** True when the database runs on this machine, so both use the same system clock. */
  sameMachine?: boolean
  /** A monotonic clock in milliseconds that stops while the machine sleeps. */
  monotonic?: () => number
  /** A monotonic clock in milliseconds that continues while the machine sleeps. */
  sinceBoot?: () => number
}
type ServerClock = {
  now: () => Date
  /** True while a database on another machine reports a time that this clock has not adopted. */
  isOff: () => boolean
  /** Compares the server's clock with the database's clock. */
  check: () => Promise<void>
  stop: () => void
}

/**
 * The database's time, continued by this process's monotonic clock. Every ten seconds the two are compared
 * again. So a machine whose own clock is wrong, or jumps, moves no deadline, session or lock (R13).
 *
 * When the database's own clock jumps by more than two seconds, this clock first continues as before:
 * - A database on the same machine is not believed until a restart, because its clock is the machine's.
 * - A database elsewhere is right for all who share it. Its new time is adopted after five checks that agree,
 *   one a second. Until then `isOff` is true.
 */
export async function databaseClock(db: Pick<Db, 'row'>, options: Options = {}): Promise<ServerClock> {
  const {
    log,
    sameMachine = false,
    monotonic = () => performance.now(),
    sinceBoot = () => uptime() * 1_000,
  } = options
  /** One moment in time, as three clocks show it. */
  type Moment = { databaseMs: number; monotonicMs: number; sinceBootMs: number }
  let anchor: Moment | undefined
  let lastDeviationMs = 0
  /** How many checks in a row found the same deviation from the database; 0 while the clocks agree. */
  let sameDeviations = 0
  let timer: NodeJS.Timeout | undefined

  const check = async () => {
    const askedAtMs = monotonic()
    const row = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
    const [answeredAtMs, sinceBootMs] = [monotonic(), sinceBoot()]
    // The database's first answer is used however slow it is: without it the portal knows no time at all.
    if (!row || (anchor && answeredAtMs - askedAtMs > SLOWEST_ANSWER_MS)) return
    // The database read its clock about halfway between our question and its answer.
    const moment = { databaseMs: row.now.getTime(), monotonicMs: (askedAtMs + answeredAtMs) / 2, sinceBootMs }
    if (!anchor) {
      anchor = moment
      return
    }
    const awakeMs = moment.monotonicMs - anchor.monotonicMs
    const asleepMs = sinceBootMs - anchor.sinceBootMs - awakeMs
    // Two clocks of the machine differ by the time that it slept. A small difference is only their
    // inaccuracy.
    const passedMs = asleepMs > MAX_DEVIATION_MS ? awakeMs + asleepMs : awakeMs
    const deviationMs = moment.databaseMs - anchor.databaseMs - passedMs
    const isSameAsLast = Math.abs(deviationMs - lastDeviationMs) <= MAX_DEVIATION_MS
    if (Math.abs(deviationMs) <= MAX_DEVIATION_MS) sameDeviations = 0
    else sameDeviations = isSameAsLast ? sameDeviations + 1 : 1
    lastDeviationMs = deviationMs
    if (sameDeviations === 1) log?.('error', 'clock.jumped', { ms: Math.round(deviationMs) })
    const mayAdopt = !sameMachine && sameDeviations >= CHECKS_BEFORE_ADOPTION
    if (sameDeviations > 0 && !mayAdopt) return
    anchor = moment
    sameDeviations = 0
  }
  const isOff = () => sameDeviations > 0 && !sameMachine
  const scheduleCheck = () => {
    const pauseMs = isOff() ? CHECK_AGAIN_MS : CHECK_EVERY_MS
    timer = setTimeout(() => void check().then(scheduleCheck, scheduleCheck), pauseMs).unref()
  }
  await check()
  scheduleCheck()
  return {
    now: () => new Date((anchor?.databaseMs ?? 0) + monotonic() - (anchor?.monotonicMs ?? 0)),
    isOff,
    check,
    stop: () => clearTimeout(timer),
  }
}

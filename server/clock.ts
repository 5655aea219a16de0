import { uptime } from 'node:os'
import { type Db, sql } from './database/connect.ts'
import type { Log } from './deps.ts'

const CHECK_EVERY_MS = 10_000
/** The pause between checks while the database's time differs from this clock. */
const CHECK_AGAIN_MS = 1_000
/** A slower answer says too little about the time. */
const SLOWEST_ANSWER_MS = 1_000
/** A node whose clock differs more from its database is not ready. */
const MAX_DEVIATION_MS = 2_000
/** This many checks in a row must agree before a time that jumped is adopted. */
const CHECKS_BEFORE_ADOPTION = 5

type Options = {
  log?: Log
  /** True when the database runs on this machine: its clock is the machine's. */
  sameMachine?: boolean
  /** Monotonic milliseconds that stop while the machine sleeps. */
  monotonic?: () => number
  /** Monotonic milliseconds that continue while it sleeps. */
  sinceBoot?: () => number
}
export type ServerClock = {
  now: () => Date
  /** True while another machine's database tells a time that this clock has not adopted. */
  isOff: () => boolean
  /** Compares this clock with the database. */
  check: () => Promise<void>
  stop: () => void
}

/**
 * The database's time, continued by this process's monotonic clock and compared again every ten seconds: a
 * machine whose own clock is wrong, or jumps, moves no deadline, session or lock (R13).
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
  /** The same moment on three clocks. */
  type Moment = { databaseMs: number; monotonicMs: number; sinceBootMs: number }
  let anchor: Moment | undefined
  let lastDeviationMs = 0
  /** How many checks in a row found the same deviation; 0 while the clocks agree. */
  let deviations = 0
  let timer: NodeJS.Timeout | undefined

  const check = async () => {
    const startedAt = monotonic()
    const row = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
    const [answeredAt, sinceBootMs] = [monotonic(), sinceBoot()]
    // The first answer is taken however slow it is: without it there is no time at all.
    if (!row || (anchor && answeredAt - startedAt > SLOWEST_ANSWER_MS)) return
    // The database read its clock about halfway between question and answer.
    const moment = { databaseMs: row.now.getTime(), monotonicMs: (startedAt + answeredAt) / 2, sinceBootMs }
    if (!anchor) {
      anchor = moment
      return
    }
    const awakeMs = moment.monotonicMs - anchor.monotonicMs
    const asleepMs = sinceBootMs - anchor.sinceBootMs - awakeMs
    // The machine slept only if its two clocks differ by more than their inaccuracy.
    const passedMs = asleepMs > MAX_DEVIATION_MS ? awakeMs + asleepMs : awakeMs
    const deviationMs = moment.databaseMs - anchor.databaseMs - passedMs
    const isSameAsLast = Math.abs(deviationMs - lastDeviationMs) <= MAX_DEVIATION_MS
    if (Math.abs(deviationMs) <= MAX_DEVIATION_MS) deviations = 0
    else deviations = isSameAsLast ? deviations + 1 : 1
    lastDeviationMs = deviationMs
    if (deviations === 1) log?.('error', 'clock.jumped', { ms: Math.round(deviationMs) })
    if (deviations > 0 && (sameMachine || deviations < CHECKS_BEFORE_ADOPTION)) return
    anchor = moment
    deviations = 0
  }
  const isOff = () => deviations > 0 && !sameMachine
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

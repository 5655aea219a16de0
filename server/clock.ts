import { uptime } from 'node:os'
import { type Db, sql } from './database/connect.ts'
import type { Log } from './deps.ts'

const LOOK_EVERY_MS = 10_000
/** While the database's time differs from this clock. */
const LOOK_AGAIN_MS = 1_000
/** A slower answer says too little about the time. */
const SLOWEST_MS = 1_000
/** A node whose clock differs more from its database is not ready. */
const MOST_OFF_MS = 2_000
/** This many looks in a row must agree before a time that jumped is adopted. */
const DEVIATIONS_BEFORE_JUMP = 5

type Options = {
  log?: Log
  /** The database runs on this machine: its clock is the machine's. */
  sameMachine?: boolean
  /** Monotonic milliseconds that stop while the machine sleeps. */
  monotonic?: () => number
  /** Monotonic milliseconds that continue while it sleeps. */
  sinceBoot?: () => number
}
export type ServerClock = {
  now: () => Date
  isOff: () => boolean
  look: () => Promise<void>
  stop: () => void
}

/**
 * The database's time, continued by this process's monotonic clock and compared again every ten seconds: a
 * machine whose own clock is wrong, or jumps, moves no deadline, session or lock (R13). When the database's
 * own clock jumps, by more than two seconds, this one continues as before. A database on the same machine is
 * not believed until a restart: there this clock is the better witness. A database elsewhere is right for all
 * who share it: its time is adopted when it has said the same for five seconds, and until then this clock is
 * off.
 */
export async function databaseClock(db: Pick<Db, 'row'>, options: Options = {}): Promise<ServerClock> {
  const {
    log,
    sameMachine = false,
    monotonic = () => performance.now(),
    sinceBoot = () => uptime() * 1_000,
  } = options
  let anchor: { time: number; at: number; boot: number } | undefined
  let [jump, deviations, timer] = [0, 0, undefined as NodeJS.Timeout | undefined]

  const check = async () => {
    const startedAt = monotonic()
    const row = await db.row<{ now: Date }>(sql`select clock_timestamp() as now`)
    const [answered, boot] = [monotonic(), sinceBoot()]
    if (!row || (anchor && answered - startedAt > SLOWEST_MS)) return
    const seen = { time: row.now.getTime(), at: (startedAt + answered) / 2, boot }
    if (!anchor) return void (anchor = seen)
    const passed = seen.at - anchor.at
    const slept = boot - anchor.boot - passed
    const off = seen.time - anchor.time - passed - (slept > MOST_OFF_MS ? slept : 0)
    deviations = Math.abs(off) <= MOST_OFF_MS ? 0 : Math.abs(off - jump) <= MOST_OFF_MS ? deviations + 1 : 1
    jump = off
    if (deviations === 1) log?.('error', 'clock.jumped', { ms: Math.round(off) })
    if (deviations > 0 && (sameMachine || deviations < DEVIATIONS_BEFORE_JUMP)) return
    anchor = seen
    deviations = 0
  }
  const goOn = () => {
    timer = setTimeout(
      () => void check().then(goOn, goOn),
      deviations > 0 && !sameMachine ? LOOK_AGAIN_MS : LOOK_EVERY_MS,
    ).unref()
  }
  await check()
  goOn()
  return {
    now: () => new Date((anchor?.time ?? 0) + monotonic() - (anchor?.at ?? 0)),
    isOff: () => deviations > 0 && !sameMachine,
    look: check,
    stop: () => clearTimeout(timer),
  }
}

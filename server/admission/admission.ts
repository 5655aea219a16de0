import type { Level } from '#contract/last-hour/brownout.ts'
import { UPLOADS } from '#contract/job-applications/documents.ts'
import { type Arrival, bringsTicket, namedDigest } from '../http/arrival.ts'
import { counter } from '../http/class-counts.ts'
import { pool, type PoolOptions, rankOf } from './pool.ts'
import { CODEL, type Waiter } from './queue.ts'
import { bucketOf, BUCKETS, DAGOR, nextThreshold, OPEN } from './threshold.ts'

export type AdmissionOptions = {
  /** Milliseconds that never jump; waiting is measured with these. */
  clock?: () => number
  /** The wall clock, the same on every machine: callers keep their bucket for ten minutes of it. */
  wallClock?: () => number
  random?: () => number
  /** A secret, the same on every machine. */
  salt?: number
  /** For a connection to the database: how many wait, and milliseconds that were waited since this was last asked. */
  databaseWaits?: () => { waiting: number; ms: number }
  level?: () => Level
  slots?: number
  hashing?: number
}

const MOST_WAITING = 512
/** How often the owner of an admission is to call its `tick`. */
export const TICK_MS = 10
const LOGIN = rankOf('login')

/** A pool of slots with the threshold before it. */
function lane(options: PoolOptions) {
  const places = pool(options)
  const arrivals = new Uint32Array(OPEN)
  let [threshold, queueMs, counted, came, letIn, servedBefore, shedBefore, began] = [OPEN as number, 0, 0, 0, 0, 0, 0, 0]
  return {
    ...places,
    overloaded: () => threshold < OPEN,
    sheds: () => came > letIn || shedBefore > 0,
    letsAll: (rank: number) => threshold >= (rank + 1) * BUCKETS,
    turnsAway: (waiter: Pick<Waiter, 'rank' | 'first'>) => places.turnsAway(waiter, threshold < OPEN),
    /** A window is over after half a second or, as in DAGOR, when many came: while somebody waits far more than were served in the one before, or while somebody waits for long. */
    isOver(now: number): boolean {
      const many = places.oldestMs(now) >= CODEL.targetMs ? DAGOR.many : places.state().waiting > 0 ? DAGOR.many + servedBefore * 2 : Infinity
      return came >= many || now - began >= DAGOR.windowMs
    },
    admits(rank: number, bucket: () => number): boolean {
      // While all are let in nobody need be hashed: a class is spread evenly over its buckets.
      const position = rank * BUCKETS + (rank === 0 ? 0 : threshold === OPEN ? counted++ % BUCKETS : bucket())
      arrivals[position]!++
      came++
      const isIn = position < threshold || places.hasReserve(rank)
      if (isIn) letIn++
      return isIn
    },
    /** Ends a window: moves the threshold. Beside the slots some waited for a connection, all together `databaseMs`, and all for the event loop. */
    endWindow(now: number, { databaseMs, loopMs, waitedAt } = { databaseMs: 0, loopMs: 0, waitedAt: -Infinity }) {
      const length = now - began
      const within = places.measure(now, length)
      // Where few come, the wait is not for one another: connections are being opened, or the loop is busy with something else. To shed these few would help nobody.
      // Whose body never comes may have waited for a connection too: its token is looked up.
      const connectionMs = came < DAGOR.many / 4 ? 0 : databaseMs / Math.max(within.waits, letIn)
      queueMs = within.waitedMs / within.waits + connectionMs + (within.waits < DAGOR.many / 4 ? 0 : loopMs / length)
      const emptyMs = now - Math.max(within.waitedAt, waitedAt)
      threshold = nextThreshold(threshold, { arrivals, queueingMs: queueMs, served: within.served, emptyMs })
      arrivals.fill(0)
      ;[came, letIn, servedBefore, shedBefore, began] = [0, 0, within.served, came - letIn, now]
    },
    measured: () => ({ ...places.state(), queueMs, threshold: threshold / OPEN }),
  }
}

/**
 * Decides who is answered when not all can be, in three steps: the level that was set for the portal; the threshold (threshold.ts), before
 * the body is read; a slot, or a place in a queue (pool.ts, queue.ts). Everything it keeps has a fixed size, however many callers are invented.
 */
export function createAdmission({
  clock = performance.now.bind(performance),
  wallClock = () => Date.now(),
  random = Math.random,
  salt = 0,
  databaseWaits = () => ({ waiting: 0, ms: 0 }),
  level = () => 0,
  slots = 32,
  hashing = 32,
}: AdmissionOptions = {}) {
  const part = (divisor: number) => Math.ceil(slots / divisor)
  const reserved = { submit: part(8), save: part(8), public: part(16) }
  const requests = lane({ slots, queue: MOST_WAITING, reserved, most: { extra: part(8) } })
  const logins = lane({ slots: hashing, queue: MOST_WAITING, reserved: { staff: Math.ceil(hashing / 16) } })
  // An upload takes minutes on a poor link. Twice as many as may send: the others are only asked who they are.
  const uploads = lane({ slots: UPLOADS.atOnce * 2, queue: MOST_WAITING })
  const counts = counter(clock)
  const quiet: (() => void)[] = []
  const elsewhere = { databaseMs: 0, loopMs: 0, waitedAt: -Infinity }
  let tickedAt = clock()
  const laneOf = (arrival: Arrival) => (arrival.with === 'hash' ? logins : arrival.with === 'files' ? uploads : requests)
  const atWork = () => requests.state().inFlight + logins.state().inFlight

  return {
    /** False for a request that is to be shed before its body is read. */
    lets(arrival: Arrival): boolean {
      const rank = rankOf(arrival.class)
      const bucket = (caller = arrival.caller()) => (caller === 0 ? 0 : bucketOf(rank, caller, wallClock(), salt))
      // At the highest level nothing else is left, but for the officers' login: the switch is behind it. Whether a login is one of the line, its own door says.
      const admits = (level() < 4 || rank <= LOGIN || arrival.with === 'hash') && (arrival.with === 'hash' ? logins : requests).admits(rank, bucket)
      // Unless a submit names its digest, its ticket needs the body.
      const isShed = !admits || ((rank > 0 || namedDigest(arrival.headers)) && laneOf(arrival).turnsAway({ rank, first: bringsTicket(arrival) }))
      if (isShed) counts.shed(rank)
      return !isShed
    },
    /** Tells whether it has a slot, now or later; answers how to leave, once or more: when the work is done or the caller gone. */
    enter(arrival: Arrival, tell: (isIn: boolean) => void): () => void {
      const rank = rankOf(arrival.class)
      const its = laneOf(arrival)
      const waiter: Waiter = {
        since: clock(),
        rank,
        first: bringsTicket(arrival),
        ...(rank === 0 ? { overdue: () => arrival.overdue?.() } : {}),
        tell(isIn) {
          counts[isIn ? 'admitted' : 'shed'](rank)
          tell(isIn)
        },
      }
      its.enter(waiter, its.overloaded())
      return () => {
        its.leave(waiter, clock(), its.overloaded())
        if (quiet.length > 0 && atWork() === 0) for (const tell of quiet.splice(0)) tell()
      }
    },
    /** Whether no login is shed at the threshold of all calls. */
    letsLogins: () => requests.letsAll(LOGIN),
    /** Seconds until a shed caller may try again, different for each, so that they do not come back together. */
    retryAfter: () => 5 + Math.floor(random() * 26),
    /** To be called every TICK_MS. */
    tick() {
      const now = clock()
      for (const its of [requests, logins, uploads]) if (its.state().waiting > 0) its.shedLate(now, its.overloaded())
      // A submit that has no result by then is answered with its ticket. Where nobody is shed the result comes soon, and is worth more.
      if (requests.overloaded()) requests.tellOverdue(now - CODEL.targetMs * (requests.sheds() ? 1 : 1.6))
      counts.tick()
      const turnMs = now - tickedAt
      tickedAt = now
      const { waiting, ms } = databaseWaits()
      elsewhere.databaseMs += ms
      // Who comes in a long turn of the event loop is heard at its end: each waits for half of it.
      if (turnMs > 2 * TICK_MS) elsewhere.loopMs += turnMs ** 2 / 2
      if (waiting > 0 || turnMs > 2 * DAGOR.queueingMs) elsewhere.waitedAt = now
      if (logins.isOver(now)) logins.endWindow(now)
      if (!requests.isOver(now)) return
      requests.endWindow(now, elsewhere)
      ;[elsewhere.databaseMs, elsewhere.loopMs] = [0, 0]
    },
    /** Resolves when no call is being answered; uploads are not waited for. */
    async quiet() {
      while (atWork() > 0) await new Promise<void>((resolve) => quiet.push(resolve))
    },
    /** Of all calls; of those that wait for a hash in `logins`. `threshold`: 1 when nobody is shed. */
    measured: () => ({ ...requests.measured(), logins: logins.measured(), classes: counts.classes() }),
  }
}
export type Admission = ReturnType<typeof createAdmission>

import type { Level } from '#contract/last-hour/brownout.ts'
import { UPLOADS } from '#contract/documents/documents.ts'
import { type Arrival, bringsTicket, namedDigest } from '../endpoints/arrival.ts'
import { counter } from '../http/class-counts.ts'
import { pool, type PoolOptions, rankOf } from './pool.ts'
import { CODEL, type Waiter } from './queue.ts'
import { bucketOf, BUCKETS, DAGOR, nextThreshold, OPEN } from './threshold.ts'

export type AdmissionOptions = {
  /** Monotonic milliseconds, which measure waits. */
  clock?: () => number
  /** The wall clock, the same on every machine: a caller keeps its bucket for ten minutes of it. */
  wallClock?: () => number
  random?: () => number
  /** A secret, the same on every machine. */
  salt?: number
  /** How many wait for a connection to the database, and the milliseconds waited since the last call. */
  databaseWaits?: () => { waiting: number; ms: number }
  level?: () => Level
  slots?: number
  hashing?: number
}

const MOST_WAITING = 512
/** How often the owner of an admission must call its `tick`. */
export const TICK_MS = 10
const LOGIN = rankOf('login')

/** A pool of slots with the threshold before it. */
function lane(options: PoolOptions) {
  const places = pool(options)
  const arrivals = new Uint32Array(OPEN)
  let [threshold, queueMs, counted, came, letIn, servedBefore, shedBefore, began] = [
    OPEN as number,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  return {
    ...places,
    overloaded: () => threshold < OPEN,
    sheds: () => came > letIn || shedBefore > 0,
    letsAll: (rank: number) => threshold >= (rank + 1) * BUCKETS,
    turnsAway: (waiter: Pick<Waiter, 'rank' | 'first'>) => places.turnsAway(waiter, threshold < OPEN),
    /** A window ends after half a second, or after many arrivals while someone waits (DAGOR.many). */
    isOver(now: number): boolean {
      const many =
        places.oldestMs(now) >= CODEL.targetMs
          ? DAGOR.many
          : places.state().waiting > 0
            ? DAGOR.many + servedBefore * 2
            : Infinity
      return came >= many || now - began >= DAGOR.windowMs
    },
    admits(rank: number, bucket: () => number): boolean {
      // While all are admitted no caller need be hashed: a class is spread evenly over its buckets.
      const position = rank * BUCKETS + (rank === 0 ? 0 : threshold === OPEN ? counted++ % BUCKETS : bucket())
      arrivals[position]!++
      came++
      const isIn = position < threshold || places.hasReserve(rank)
      if (isIn) letIn++
      return isIn
    },
    /**
     * Ends a window and moves the threshold. Besides slots, requests waited for connections (`databaseMs` in
     * all) and for the event loop (`loopMs`).
     */
    endWindow(
      now: number,
      { databaseMs, loopMs, waitedAt } = { databaseMs: 0, loopMs: 0, waitedAt: -Infinity },
    ) {
      const length = now - began
      const within = places.measure(now, length)
      // With few arrivals, the wait is not for one another: connections are being opened, or the loop is busy
      // with something else. Shedding these few would help no one. A request whose body never arrives may
      // have waited for a connection too: its token is looked up.
      const connectionMs = came < DAGOR.many / 4 ? 0 : databaseMs / Math.max(within.waits, letIn)
      queueMs =
        within.waitedMs / within.waits + connectionMs + (within.waits < DAGOR.many / 4 ? 0 : loopMs / length)
      const emptyMs = now - Math.max(within.waitedAt, waitedAt)
      threshold = nextThreshold(threshold, { arrivals, queueingMs: queueMs, served: within.served, emptyMs })
      arrivals.fill(0)
      ;[came, letIn, servedBefore, shedBefore, began] = [0, 0, within.served, came - letIn, now]
    },
    measured: () => ({ ...places.state(), queueMs, threshold: threshold / OPEN }),
  }
}

/**
 * Decides who is answered when not all can be, in three steps: the level set for the portal; the threshold
 * (threshold.ts), before the body is read; a slot, or a place in a queue (pool.ts, queue.ts). All its data
 * has a fixed size, however many callers are invented.
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
  // An upload takes minutes on a poor link. Twice as many slots as uploads: the other callers are only
  // authenticated.
  const uploads = lane({ slots: UPLOADS.atOnce * 2, queue: MOST_WAITING })
  const counts = counter(clock)
  const quiet: (() => void)[] = []
  const elsewhere = { databaseMs: 0, loopMs: 0, waitedAt: -Infinity }
  let tickedAt = clock()
  const laneOf = (arrival: Arrival) =>
    arrival.with === 'hash' ? logins : arrival.with === 'files' ? uploads : requests
  const atWork = () => requests.state().inFlight + logins.state().inFlight

  return {
    /** False for a request that must be shed before its body is read. */
    lets(arrival: Arrival): boolean {
      const rank = rankOf(arrival.class)
      const bucket = (caller = arrival.caller()) =>
        caller === 0 ? 0 : bucketOf(rank, caller, wallClock(), salt)
      // At the highest level nothing else remains, except the officers' login: the switch is behind it. The
      // login itself checks the line.
      const admits =
        (level() < 4 || rank <= LOGIN || arrival.with === 'hash') &&
        (arrival.with === 'hash' ? logins : requests).admits(rank, bucket)
      // A submit that does not name its digest is not turned away here: its ticket needs the body.
      const isShed =
        !admits ||
        ((rank > 0 || namedDigest(arrival.headers)) &&
          laneOf(arrival).turnsAway({ rank, first: bringsTicket(arrival) }))
      if (isShed) counts.shed(rank)
      return !isShed
    },
    /**
     * Calls `settle` with whether it has a slot, now or later. Returns a function to call when the work is
     * done or the caller gone, once or more.
     */
    enter(arrival: Arrival, settle: (isIn: boolean) => void): () => void {
      const rank = rankOf(arrival.class)
      const its = laneOf(arrival)
      const waiter: Waiter = {
        since: clock(),
        rank,
        first: bringsTicket(arrival),
        ...(rank === 0 ? { overdue: () => arrival.overdue?.() } : {}),
        tell(isIn) {
          counts[isIn ? 'admitted' : 'shed'](rank)
          settle(isIn)
        },
      }
      its.enter(waiter, its.overloaded())
      return () => {
        its.leave(waiter, clock(), its.overloaded())
        if (quiet.length > 0 && atWork() === 0) for (const resume of quiet.splice(0)) resume()
      }
    },
    /** Whether the threshold of all calls sheds no login. */
    letsLogins: () => requests.letsAll(LOGIN),
    /** Seconds until a shed caller may try again, random so that they do not come back together. */
    retryAfter: () => 5 + Math.floor(random() * 26),
    /** Must be called every TICK_MS. */
    tick() {
      const now = clock()
      for (const its of [requests, logins, uploads])
        if (its.state().waiting > 0) its.shedLate(now, its.overloaded())
      // A submit without a result by then is answered with its ticket. When no one is shed the result comes
      // soon, and is worth more.
      if (requests.overloaded()) requests.tellOverdue(now - CODEL.targetMs * (requests.sheds() ? 1 : 1.6))
      counts.tick()
      const turnMs = now - tickedAt
      tickedAt = now
      const { waiting, ms } = databaseWaits()
      elsewhere.databaseMs += ms
      // Requests that arrive in a long turn of the event loop are read at its end: each waits for half of it.
      if (turnMs > 2 * TICK_MS) elsewhere.loopMs += turnMs ** 2 / 2
      if (waiting > 0 || turnMs > 2 * DAGOR.queueingMs) elsewhere.waitedAt = now
      if (logins.isOver(now)) logins.endWindow(now)
      if (!requests.isOver(now)) return
      requests.endWindow(now, elsewhere)
      ;[elsewhere.databaseMs, elsewhere.loopMs] = [0, 0]
    },
    /** Resolves when no call is being answered; does not wait for uploads. */
    async quiet() {
      while (atWork() > 0) await new Promise<void>((resolve) => quiet.push(resolve))
    },
    /** Of all calls; in `logins`, of those that wait for a hash. `threshold` is 1 when no one is shed. */
    measured: () => ({ ...requests.measured(), logins: logins.measured(), classes: counts.classes() }),
  }
}
export type Admission = ReturnType<typeof createAdmission>

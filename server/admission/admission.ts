import type { Level } from '#contract/last-hour/brownout.ts'
import { type Arrival, bringsTicket, claimedDigest } from '../endpoints/arrival.ts'
import { classCounter } from '../http/class-counts.ts'
import { rankOf } from '../http/class-slots.ts'
import { UPLOADS } from '../http/upload-shares.ts'
import { noOutsideWaits, outsideWaits } from '../http/waits-outside-slots.ts'
import { Pool } from './pool.ts'
import { CODEL, type Waiter } from './queue.ts'
import { bucketOf, BUCKET_COUNT, DAGOR, nextThreshold, ADMIT_ALL } from './threshold.ts'

const DEFAULTS = {
  /** A monotonic clock in milliseconds, which measures how long requests wait. */
  clock: () => performance.now(),
  /** The wall clock, the same on every machine. A caller stays in its bucket for ten minutes of it. */
  wallClock: () => Date.now(),
  /** A secret number, the same on every machine. It decides which bucket a caller is in. */
  salt: 0,
  /** How many requests wait for a database connection, and the milliseconds waited since the last call. */
  databaseWaits: () => ({ waiting: 0, ms: 0 }),
  level: (): Level => 0,
  slots: 32,
  hashingSlots: 32,
}
type AdmissionOptions = Partial<typeof DEFAULTS>

const MAX_WAITING = 512
/** How often the owner of an admission must call its `tick`, in milliseconds. */
export const TICK_MS = 10
// The rank of logins among the classes of calls. Rank 0 is the most important class, submit.
const LOGIN = rankOf('login')
/** With fewer arrivals than this in a window of time, waits are not caused by the number of requests. */
const FEW_ARRIVALS = DAGOR.arrivalsPerWindow / 4

/**
 * A pool of slots with a threshold before it. Each request has a position: its class first, then the bucket
 * of its caller. Requests at or above the threshold are shed, which means refused.
 */
class Lane extends Pool {
  readonly #arrivals = new Uint32Array(ADMIT_ALL)
  readonly #window = { arrived: 0, admitted: 0, startMs: 0 }
  readonly #previousWindow = { served: 0, shed: 0 }
  #threshold: number = ADMIT_ALL
  #queueMs = 0
  #uncheckedCount = 0

  isOverloaded = () => this.#threshold < ADMIT_ALL
  /** Whether the threshold refused a request in this window or in the window before. */
  isShedding = () => this.#window.arrived > this.#window.admitted || this.#previousWindow.shed > 0
  admitsAll = (rank: number) => this.#threshold >= (rank + 1) * BUCKET_COUNT
  measured = () => ({ ...this.state(), queueMs: this.#queueMs, threshold: this.#threshold / ADMIT_ALL })

  admits(rank: number, bucketOfCaller: () => number): boolean {
    let bucket = 0
    // All submits share one bucket. While all requests are admitted, buckets are given in rotation, because
    // then it does not matter who calls.
    if (rank > 0) bucket = this.isOverloaded() ? bucketOfCaller() : this.#uncheckedCount++ % BUCKET_COUNT
    const position = rank * BUCKET_COUNT + bucket
    this.#arrivals[position]!++
    this.#window.arrived++
    const isAdmitted = position < this.#threshold || this.hasReserve(rank)
    if (isAdmitted) this.#window.admitted++
    return isAdmitted
  }

  /** A measuring window ends after half a second, or after many arrivals (fewer if one waited for long). */
  isWindowOver(nowMs: number): boolean {
    const { arrived, startMs } = this.#window
    if (nowMs - startMs >= DAGOR.windowMs) return true
    if (this.oldestMs(nowMs) >= CODEL.targetMs) return arrived >= DAGOR.arrivalsPerWindow
    const manyArrivals = DAGOR.arrivalsPerWindow + this.#previousWindow.served * 2
    return this.state().waiting > 0 && arrived >= manyArrivals
  }

  /** Ends a measuring window and moves the threshold. `outside`: waits for connections and the event loop. */
  endWindow(nowMs: number, outside = noOutsideWaits()) {
    const { arrived, admitted, startMs } = this.#window
    const windowMs = nowMs - startMs
    const { waits, waitedMs, lastWaitAtMs, served } = this.takeWindow(nowMs, windowMs)
    // With few arrivals, waits have another cause: connections are being opened, or the event loop is busy
    // with other work. Refusing these few requests would help no one. For connections, `arrived` and
    // `admitted` count: a request may wait for one to look up its token, without entering the queue.
    const connectionMs = arrived < FEW_ARRIVALS ? 0 : outside.databaseMs / Math.max(waits, admitted)
    // `loopMs` adds up the waits for the event loop, one for each millisecond of the window. Divided by the
    // window's length in milliseconds, it gives the average wait.
    const loopMs = waits < FEW_ARRIVALS ? 0 : outside.loopMs / windowMs
    const queueingMs = waitedMs / waits + connectionMs + loopMs
    const emptyMs = nowMs - Math.max(lastWaitAtMs, outside.lastWaitAtMs)
    const window = { arrivals: this.#arrivals, queueingMs, served, emptyMs }
    this.#threshold = nextThreshold(this.#threshold, window)
    this.#queueMs = queueingMs
    this.#arrivals.fill(0)
    Object.assign(this.#previousWindow, { served, shed: arrived - admitted })
    Object.assign(this.#window, { arrived: 0, admitted: 0, startMs: nowMs })
  }
}

class Lanes {
  readonly requests: Lane
  readonly logins: Lane
  // Uploads have their own slots, because each takes minutes on a slow connection. Half of these slots are
  // for callers who are still being authenticated.
  readonly uploads = new Lane({ slots: UPLOADS.atOnce * 2, maxWaiting: MAX_WAITING })

  constructor(slots: number, hashingSlots: number) {
    const [eighth, sixteenth] = [Math.ceil(slots / 8), Math.ceil(slots / 16)]
    const reservedSlots = { submit: eighth, save: eighth, public: sixteenth }
    this.requests = new Lane({ slots, maxWaiting: MAX_WAITING, reservedSlots, maxSlots: { extra: eighth } })
    const forStaff = { staff: Math.ceil(hashingSlots / 16) }
    this.logins = new Lane({ slots: hashingSlots, maxWaiting: MAX_WAITING, reservedSlots: forStaff })
  }
  /** The pool of slots for a call. A call that needs a password hash uses `logins`. */
  of({ needs }: Arrival): Lane {
    if (needs === 'hash') return this.logins
    return needs === 'files' ? this.uploads : this.requests
  }
  /** How many calls are being answered now, uploads not included. */
  inFlight = () => this.requests.state().inFlight + this.logins.state().inFlight
}

/**
 * Decides which calls are answered when the portal cannot answer all. The portal's brownout level comes
 * first. Then the threshold decides, before the body is read (threshold.ts). Last comes a slot, or a place in
 * a queue (pool.ts, queue.ts). The data has a fixed size, however many callers an attacker invents.
 */
export class Admission {
  readonly #options: Required<AdmissionOptions>
  readonly #lanes: Lanes
  readonly #counts: ReturnType<typeof classCounter>
  readonly #outside: ReturnType<typeof outsideWaits>
  readonly #onIdle: (() => void)[] = []

  constructor(options: AdmissionOptions = {}) {
    this.#options = { ...DEFAULTS, ...options }
    const { clock, databaseWaits, slots, hashingSlots } = this.#options
    this.#lanes = new Lanes(slots, hashingSlots)
    this.#counts = classCounter(clock)
    this.#outside = outsideWaits(databaseWaits, clock())
  }

  /** Returns false for a request that must be refused before its body is read. */
  admits(arrival: Arrival): boolean {
    const rank = rankOf(arrival.class)
    const isAdmitted = !this.#isCutByLevel(arrival, rank) && this.#isBelowThreshold(arrival, rank)
    // A refused submit gets a ticket for the digest of its body. If no header has that digest, a long queue
    // does not refuse the submit here: its body is read first.
    const mayBeTurnedAway = rank > 0 || claimedDigest(arrival.headers) !== undefined
    if (isAdmitted && !(mayBeTurnedAway && this.#isTurnedAway(arrival, rank))) return true
    this.#counts.shed(rank)
    return false
  }

  /**
   * Calls `settle`, now or later, with whether the call has a slot. The returned function must be called when
   * the work is done or the caller is gone. It may be called more than once.
   */
  enter(arrival: Arrival, settle: (hasSlot: boolean) => void): () => void {
    const rank = rankOf(arrival.class)
    const lane = this.#lanes.of(arrival)
    const waiter: Waiter = {
      sinceMs: this.#options.clock(),
      classRank: rank,
      hasTicket: bringsTicket(arrival),
      ...(rank === 0 ? { onOverdue: () => arrival.onOverdue?.() } : {}),
      settle: (hasSlot) => {
        this.#counts[hasSlot ? 'admitted' : 'shed'](rank)
        settle(hasSlot)
      },
    }
    lane.enter(waiter, lane.isOverloaded())
    return () => {
      lane.leave(waiter, this.#options.clock(), lane.isOverloaded())
      if (this.#onIdle.length > 0 && this.#lanes.inFlight() === 0)
        for (const notifyIdle of this.#onIdle.splice(0)) notifyIdle()
    }
  }

  /** Whether every login is below the threshold, so that none is refused by it. */
  admitsAllLogins = () => this.#lanes.requests.admitsAll(LOGIN)

  /** The owner of this admission must call `tick` every TICK_MS. */
  tick = () => {
    const nowMs = this.#options.clock()
    const { requests, logins, uploads } = this.#lanes
    for (const lane of [requests, logins, uploads])
      if (lane.state().waiting > 0) lane.shedLateWaiters(nowMs, lane.isOverloaded())
    // A submit that has no result after 50 ms is answered with a ticket. While no call is refused, it may
    // take 80 ms: its result comes soon, and is worth more than a ticket.
    if (requests.isOverloaded())
      requests.notifyOverdue(nowMs - CODEL.targetMs * (requests.isShedding() ? 1 : 1.6))
    this.#counts.tick()
    this.#outside.tick(nowMs)
    if (logins.isWindowOver(nowMs)) logins.endWindow(nowMs)
    if (!requests.isWindowOver(nowMs)) return
    requests.endWindow(nowMs, this.#outside.inWindow)
    this.#outside.startWindow()
  }

  /** Resolves when no call is being answered. It does not wait for uploads. */
  whenIdle = async () => {
    while (this.#lanes.inFlight() > 0) await new Promise<void>((resolve) => this.#onIdle.push(resolve))
  }

  /**
   * The slots, waits and threshold of all calls. `logins` has those of the calls that need a password hash.
   * `threshold` is from 0 to 1, and 1 when no call is refused.
   */
  measured = () => {
    const { requests, logins } = this.#lanes
    return { ...requests.measured(), logins: logins.measured(), classes: this.#counts.classes() }
  }

  /**
   * The highest brownout level refuses all calls that are less important than a login. Officers can still log
   * in, to lower the level. Logins of applicants check the waiting line themselves.
   */
  #isCutByLevel({ needs }: Arrival, rank: number) {
    // At level 4, the highest, only submits, saves and logins remain.
    return this.#options.level() >= 4 && rank > LOGIN && needs !== 'hash'
  }
  #isBelowThreshold(arrival: Arrival, rank: number) {
    // Uploads have slots of their own but no threshold: for the threshold they count as requests.
    const lane = arrival.needs === 'hash' ? this.#lanes.logins : this.#lanes.requests
    return lane.admits(rank, () => {
      const caller = arrival.caller()
      // 0 means that this caller's turn in the waiting line has come. So this caller is refused last.
      return caller === 0 ? 0 : bucketOf(rank, caller, this.#options.wallClock(), this.#options.salt)
    })
  }
  #isTurnedAway(arrival: Arrival, rank: number) {
    const lane = this.#lanes.of(arrival)
    return lane.turnsAway({ classRank: rank, hasTicket: bringsTicket(arrival) }, lane.isOverloaded())
  }
}

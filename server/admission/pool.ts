import { CLASSES } from '#contract/endpoint.ts'
import { ClassSlots, rankOf, type SlotOptions } from '../http/class-slots.ts'
import { type Member, roster } from '../roster.ts'
import { CODEL, codelQueue, type Waiter } from './queue.ts'
import { DAGOR } from './threshold.ts'

/** When `maxWaiting` requests wait, a new one displaces one of a less important class, or is refused. */
export type PoolOptions = SlotOptions & { maxWaiting: number }
type Newcomer = Pick<Waiter, 'classRank' | 'hasTicket'>
/** Whether requests of this class may be served newest first. Submits, saves and logins may not. */
const newestFirst = (rank: number) => rank > rankOf('login')

/**
 * Slots, with a queue of waiting requests for each class. The most important class goes first. Under overload
 * the newest request of a less important class goes first. The caller of the oldest may have given up.
 * Serving it first would make everyone late (Maurer, "Fail at Scale", ACM Queue 2015).
 */
export class Pool {
  readonly #slots: ClassSlots
  readonly #maxWaiting: number
  /** Queue 0 is for submits with a ticket. The class of rank r has queue r + 1. */
  readonly #queues = [codelQueue(), ...CLASSES.map(codelQueue)]
  /** The requests that hold a slot of this pool now. */
  readonly #holders = roster<Waiter & Member>()
  #waiting = 0
  /** When a request last waited, in monotonic milliseconds. */
  #lastWaitAtMs = -Infinity
  #window = { served: 0, waits: 0, waitedMs: 0 }
  /** How many requests of each class got a slot in the present window. */
  #startsByRank = CLASSES.map(() => 0)
  /** How many requests of each class got a slot in the window before. */
  #previousStartsByRank = CLASSES.map(() => 0)
  #previousWindowMs: number = DAGOR.windowMs

  constructor(options: PoolOptions) {
    this.#slots = new ClassSlots(options)
    this.#maxWaiting = options.maxWaiting
  }

  /** Gives a request a slot or a place in a queue, or refuses it. */
  enter(waiter: Waiter, overloaded: boolean): void {
    const nowMs = waiter.sinceMs
    if (this.#startsNow(waiter)) {
      this.#queueOf(waiter).markDrained()
      return this.#start(waiter, nowMs)
    }
    if (this.turnsAway(waiter, overloaded)) return waiter.settle(false)
    // If the queue is full here, `turnsAway` found a waiting request of a lower class, which leaves now.
    if (this.#waiting >= this.#maxWaiting) this.#leaveQueue(this.#lowestBelow(waiter.classRank)!, nowMs)
    this.#waiting++
    this.#lastWaitAtMs = nowMs
    this.#queueOf(waiter).add(waiter)
  }

  /** Whether a new request of this class would be refused at once. */
  turnsAway(newcomer: Newcomer, overloaded: boolean): boolean {
    if (this.#startsNow(newcomer)) return false
    if (overloaded && this.#waitsInVain(newcomer)) return true
    return this.#waiting >= this.#maxWaiting && !this.#lowestBelow(newcomer.classRank)
  }

  /** Call this when the request's work is done or its caller is gone. It may be called more than once. */
  leave(waiter: Waiter, nowMs: number, overloaded: boolean): void {
    if (!this.#holders.remove(waiter)) return this.#leaveQueue(waiter, nowMs)
    this.#slots.release(waiter.classRank)
    if (this.#waiting > 0) this.#startNext(nowMs, overloaded)
  }

  /** Refuses the requests that have waited too long. Must be called while any request waits. */
  shedLateWaiters(nowMs: number, overloaded: boolean) {
    this.#lastWaitAtMs = nowMs
    for (const queue of this.#queues)
      for (const waiter of queue.removeLate(nowMs, overloaded)) this.#shed(waiter, nowMs)
  }

  /** Whether a slot reserved for this class stays free after all its waiting requests have one. */
  hasReserve(rank: number): boolean {
    return this.#slots.unusedReserve(rank) > this.#queues[rank + 1]!.size()
  }

  /** How long the oldest waiting request has waited. */
  oldestMs(nowMs: number): number {
    return nowMs - Math.min(nowMs, ...this.#queues.map((queue) => queue.oldest()?.sinceMs ?? nowMs))
  }

  state() {
    return { inFlight: this.#slots.taken, waiting: this.#waiting }
  }

  /** Calls `onOverdue` once for each request that arrived before `beforeMs` and still holds a slot. */
  notifyOverdue(beforeMs: number) {
    for (const holder of this.#holders.all()) {
      if (holder.sinceMs >= beforeMs || !holder.onOverdue) continue
      const { onOverdue } = holder
      holder.onOverdue = undefined
      onOverdue()
    }
  }

  /** What happened in the window since the last call of this function, `windowMs` ago. */
  takeWindow(nowMs: number, windowMs: number) {
    // Requests that still wait count too: when a rush starts, hardly any has finished waiting.
    for (const queue of this.#queues) for (const waiter of queue.waiting()) this.#countWait(waiter, nowMs)
    const { served, waits, waitedMs } = this.#window
    this.#window = { served: 0, waits: 0, waitedMs: 0 }
    this.#previousWindowMs = windowMs
    this.#previousStartsByRank = this.#startsByRank
    this.#startsByRank = CLASSES.map(() => 0)
    const lastWaitAtMs = this.#waiting > 0 ? nowMs : this.#lastWaitAtMs
    // The result `waits` is never 0, because the caller divides by it.
    return { served, waits: Math.max(1, waits), waitedMs, lastWaitAtMs }
  }

  #queueOf({ classRank, hasTicket }: Newcomer) {
    return this.#queues[hasTicket ? 0 : classRank + 1]!
  }
  #startsNow(newcomer: Newcomer) {
    return this.#slots.hasFree(newcomer.classRank) && this.#queueOf(newcomer).size() === 0
  }
  /**
   * Whether the queue has more requests before this one than start in 50 ms. Such a request would be refused
   * after 50 ms, so it is refused now.
   */
  #waitsInVain(newcomer: Newcomer): boolean {
    if (newestFirst(newcomer.classRank) || newcomer.hasTicket) return false
    const starts = this.#previousStartsByRank[newcomer.classRank]!
    return this.#queueOf(newcomer).size() > (starts * CODEL.targetMs) / this.#previousWindowMs
  }
  /** The oldest waiting request of the least important class with any, if that class is below `rank`. */
  #lowestBelow(rank: number) {
    return this.#queues.findLast((queue, index) => index > rank + 1 && queue.size() > 0)?.oldest()
  }
  #countWait(waiter: Waiter, nowMs: number) {
    this.#window.waits++
    this.#window.waitedMs += nowMs - waiter.sinceMs
  }
  #start(waiter: Waiter, nowMs: number) {
    this.#slots.take(waiter.classRank)
    this.#startsByRank[waiter.classRank]!++
    this.#window.served++
    this.#countWait(waiter, nowMs)
    this.#holders.add(waiter)
    waiter.settle(true)
  }
  /** Refuses a waiting request that was just removed from its queue. */
  #shed(waiter: Waiter, nowMs: number) {
    this.#waiting--
    this.#countWait(waiter, nowMs)
    waiter.settle(false)
  }
  #leaveQueue(waiter: Waiter, nowMs: number) {
    if (this.#queueOf(waiter).remove(waiter)) this.#shed(waiter, nowMs)
  }
  #startNext(nowMs: number, overloaded: boolean) {
    for (const [index, queue] of this.#queues.entries()) {
      // Queues 0 and 1 are both for submits, whose rank is 0.
      const rank = Math.max(0, index - 1)
      while (queue.size() > 0 && this.#slots.hasFree(rank)) {
        this.#waiting--
        // The second argument says whether the newest request goes first instead of the oldest.
        this.#start(queue.take(nowMs, newestFirst(rank) && (overloaded || queue.isStanding()))!, nowMs)
      }
    }
  }
}

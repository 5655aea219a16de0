import { type Class, CLASSES } from '#contract/endpoint.ts'
import { type Member, roster } from '../roster.ts'
import { CODEL, codelQueue, type Waiter } from './queue.ts'
import { DAGOR } from './threshold.ts'
import { recordOf } from '../record-of.ts'

export type PoolOptions = {
  /** How many at once. */
  slots: number
  /** How many may wait; when full, a waiter of a lower class is shed, or else the newcomer. */
  queue: number
  /** Slots that only this class may take. */
  reserved?: Partial<Record<Class, number>>
  /** The most slots that a class may take. */
  most?: Partial<Record<Class, number>>
}

type Newcomer = Pick<Waiter, 'rank' | 'first'>
const RANKS = recordOf(CLASSES, (_, rank) => rank)
export const rankOf = (name: Class) => RANKS[name]
const newestFirst = (rank: number) => rank > rankOf('login')

/**
 * Slots and the queues before them, the classes in their order. Under overload the newest goes first where
 * nothing is lost by it: the oldest may have given up, and a queue served from its other end makes everyone
 * late (Maurer, "Fail at Scale", ACM Queue 2015).
 * Each call passes monotonic ms.
 */
export function pool({ slots, queue, reserved = {}, most = {} }: PoolOptions) {
  const reservedSlots = CLASSES.map((name) => reserved[name] ?? 0)
  const ceiling = CLASSES.map((name) => most[name] ?? slots)
  const inside = CLASSES.map(() => 0)
  // Starts by class, in this window and in the one before.
  let [begun, begunBefore] = [CLASSES.map(() => 0), CLASSES.map(() => 0)]
  // The first queue is for submits that bring a ticket.
  const queues = [codelQueue(), ...CLASSES.map(codelQueue)]
  const queueOf = ({ rank, first }: Newcomer) => queues[first ? 0 : rank + 1]!
  const held = roster<Waiter & Member>()
  let [inFlight, waiting, waitedAt] = [0, 0, -Infinity]
  let window = { served: 0, waits: 0, waitedMs: 0 }
  let windowMs: number = DAGOR.windowMs
  const reserveLeft = (rank: number) => Math.max(0, reservedSlots[rank]! - inside[rank]!)
  const mayStart = (rank: number) => {
    let free = slots - inFlight
    for (let other = 0; other < reservedSlots.length && free > 0; other++)
      if (other !== rank) free -= reserveLeft(other)
    return free > 0 && inside[rank]! < ceiling[rank]!
  }
  const count = (waiter: Waiter, now: number) => {
    window.waits++
    window.waitedMs += now - waiter.since
  }
  const start = (waiter: Waiter, now: number) => {
    inFlight++
    inside[waiter.rank]!++
    begun[waiter.rank]!++
    window.served++
    count(waiter, now)
    held.add(waiter)
    waiter.tell(true)
  }
  const shed = (waiter: Waiter, now: number) => {
    waiting--
    count(waiter, now)
    waiter.tell(false)
  }
  const startNext = (now: number, overloaded: boolean) => {
    for (const [index, line] of queues.entries()) {
      const rank = Math.max(0, index - 1)
      while (line.size() > 0 && mayStart(rank)) {
        waiting--
        start(line.take(now, newestFirst(rank) && (overloaded || line.stands()))!, now)
      }
    }
  }
  /** The oldest waiter of the lowest class that waits, if that class is below `rank`. */
  const leastBelow = (rank: number) =>
    queues.findLast((line, index) => index > rank + 1 && line.size() > 0)?.oldest()
  // More are before it than start in 50 ms, so it would be shed after these: shed it now.
  const isInVain = (waiter: Newcomer) =>
    !newestFirst(waiter.rank) &&
    !waiter.first &&
    queueOf(waiter).size() > (begunBefore[waiter.rank]! * CODEL.targetMs) / windowMs
  const startsNow = (waiter: Newcomer) => mayStart(waiter.rank) && queueOf(waiter).size() === 0
  const turnsAway = (newcomer: Newcomer, overloaded: boolean) =>
    !startsNow(newcomer) &&
    ((overloaded && isInVain(newcomer)) || (waiting >= queue && !leastBelow(newcomer.rank)))
  const leaveQueue = (waiter: Waiter, now: number): boolean => {
    const left = queueOf(waiter).remove(waiter)
    if (left) shed(waiter, now)
    return left
  }

  return {
    /** Admits, queues or sheds. */
    enter(waiter: Waiter, overloaded: boolean) {
      const now = waiter.since
      if (startsNow(waiter)) {
        queueOf(waiter).drained()
        return start(waiter, now)
      }
      if (turnsAway(waiter, overloaded)) return waiter.tell(false)
      if (waiting >= queue) leaveQueue(leastBelow(waiter.rank)!, now)
      waiting++
      waitedAt = now
      queueOf(waiter).add(waiter)
    },
    /** Whether it would be shed as soon as it entered. */
    turnsAway,
    /** The work is done or the caller is gone; may be called more than once. */
    leave(waiter: Waiter, now: number, overloaded: boolean) {
      if (!held.remove(waiter)) return void leaveQueue(waiter, now)
      inFlight--
      inside[waiter.rank]!--
      if (waiting > 0) startNext(now, overloaded)
    },
    /** Sheds those who have waited too long. Must be called while anyone waits. */
    shedLate(now: number, overloaded: boolean) {
      waitedAt = now
      for (const line of queues) for (const waiter of line.late(now, overloaded)) shed(waiter, now)
    },
    /** Whether this class has a reserved slot that none of its waiters will take. */
    hasReserve: (rank: number) => reserveLeft(rank) > queues[rank + 1]!.size(),
    /** How long the oldest waiter has waited. */
    oldestMs: (now: number) => now - Math.min(now, ...queues.map((line) => line.oldest()?.since ?? now)),
    state: () => ({ inFlight, waiting }),
    /** Calls `overdue`, once, for each call that came before that time and is still at work. */
    tellOverdue(before: number) {
      for (const waiter of held.all()) {
        if (waiter.since >= before || !waiter.overdue) continue
        const { overdue } = waiter
        waiter.overdue = undefined
        overdue()
      }
    },
    /** What happened in the `ms` milliseconds since the last call. */
    measure(now: number, ms: number) {
      // Those who still wait count too: as a storm begins hardly anyone has waited to the end.
      for (const line of queues) for (const waiter of line.waiting()) count(waiter, now)
      const measured = { ...window, waits: Math.max(1, window.waits) }
      window = { served: 0, waits: 0, waitedMs: 0 }
      windowMs = ms
      ;[begunBefore, begun] = [begun, CLASSES.map(() => 0)]
      return { ...measured, waitedAt: waiting > 0 ? now : waitedAt }
    },
  }
}

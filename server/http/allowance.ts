import { ALLOWANCES, KNOWN_DEVICE_CALLS } from '#contract/allowances.ts'
import type { Allowance } from '#contract/endpoint.ts'
import { refuse } from './refuse.ts'
import type { Visitor } from './visitor.ts'

type Window = { endsAt: number; calls: number }
const MAX_WINDOWS = 50_000

/** Counts calls a network makes, in fixed windows, in this process's memory: a first, wide net. Finer limits stand in the database. */
export function allowances(clock: () => number = () => performance.now()) {
  const windows = new Map<string, Window>()
  const count = (key: string, seconds: number): Window => {
    const now = clock()
    let window = windows.get(key)
    if (!window || window.endsAt <= now) {
      windows.delete(key)
      window = { endsAt: now + seconds * 1_000, calls: 0 }
      windows.set(key, window)
      if (windows.size > MAX_WINDOWS) windows.delete(windows.keys().next().value ?? key)
    }
    window.calls++
    return window
  }
  /**
   * One address is stopped before it has used up what its network may. A device on which somebody has logged in has a few calls of its own.
   * @throws Refusal too_many, with the seconds until the window ends.
   */
  return function spend(visitor: Pick<Visitor, 'address' | 'network'>, kind: Allowance, knownDevice: () => string | undefined): void {
    const { calls, seconds, perAddress }: { calls: number; seconds: number; perAddress?: number } = ALLOWANCES[kind]
    const own = perAddress === undefined ? undefined : count(`${kind} address ${visitor.address}`, seconds)
    const spent = own && own.calls > (perAddress ?? calls) ? own : count(`${kind} ${visitor.network}`, seconds)
    if (spent !== own && spent.calls <= calls) return
    const device = perAddress === undefined ? undefined : knownDevice()
    // Whoever logs in often gathers many devices: together they have as much again as their network, and no more.
    if (device && count(`${kind} device ${device}`, seconds).calls <= KNOWN_DEVICE_CALLS && count(`${kind} devices ${visitor.network}`, seconds).calls <= calls)
      return
    throw refuse('too_many', { retryAfter: Math.ceil((spent.endsAt - clock()) / 1_000) })
  }
}

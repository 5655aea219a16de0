import { ALLOWANCES } from '#contract/limits.ts'
import type { Allowance } from '#contract/endpoint.ts'
import { refuse } from './refuse.ts'

type Window = { endsAt: number; calls: number }
const MAX_NETWORKS = 50_000

/** Counts calls a network makes, in fixed windows, in this process's memory: a first, wide net. Finer limits stand in the database. */
export function allowances(clock: () => number = () => performance.now()) {
  const windows = new Map<string, Window>()
  /** @throws Refusal too_many, with the seconds until the window ends. */
  return function spend(network: string, kind: Allowance): void {
    const { calls, seconds } = ALLOWANCES[kind]
    const key = `${kind} ${network}`
    const now = clock()
    let window = windows.get(key)
    if (!window || window.endsAt <= now) {
      windows.delete(key)
      window = { endsAt: now + seconds * 1_000, calls: 0 }
      windows.set(key, window)
      if (windows.size > MAX_NETWORKS) windows.delete(windows.keys().next().value ?? key)
    }
    if (++window.calls > calls) throw refuse('too_many', { retryAfter: Math.ceil((window.endsAt - now) / 1_000) })
  }
}

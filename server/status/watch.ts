import { HEALTH } from '#contract/status/health-minutes.ts'
import type { Deps } from '../deps.ts'
import { worker } from '../worker.ts'
import { logMinutes } from './log-minutes.ts'

/**
 * Every ten seconds, writes this process's minutes and reads those of all processes. It writes once more when
 * it is stopped. `probing` means that this process sends probes, so a missing probe is a failed one.
 */
export function startWatchingHealth(deps: Deps, { probing = false } = {}): { stop: () => Promise<void> } {
  const { db, now, log, health } = deps
  if (!health) return { stop: async () => {} }
  // This timer does not use the worker, so the process counts as alive even while the worker waits for the
  // database.
  const recordAlive = () => health.meter.recordAlive(now(), probing)
  recordAlive()
  const beat = setInterval(recordAlive, HEALTH.probeEveryMs).unref()
  const watching = worker(log, {
    failureEvent: 'health.not_written',
    everyMs: HEALTH.probeEveryMs,
    async pass() {
      await health.flush(db, now())
      await logMinutes(db, now())
      await health.refresh(db, now())
    },
    async afterLastPass() {
      health.meter.recordStop(now())
      await health.flush(db, now(), true)
    },
  })
  return {
    stop() {
      clearInterval(beat)
      return watching.stop()
    },
  }
}

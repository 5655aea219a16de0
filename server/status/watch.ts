import { HEALTH } from '#contract/status/health-minutes.ts'
import type { Deps } from '../deps.ts'
import { logMinutes } from './log-minutes.ts'

/**
 * Every ten seconds, writes this process's minutes and reads those of all processes. Writes a last time when
 * it is stopped.
 */
export function startWatchingHealth(deps: Deps, { probing = false } = {}): { stop: () => Promise<void> } {
  const { health } = deps
  if (!health) return { stop: async () => {} }
  let running = Promise.resolve()
  let busy = false
  const failed = (error: Error & { code?: string }) =>
    deps.log('warn', 'health.not_written', { error: error.name, code: error.code ?? '' })
  const run = () => {
    health.meter.alive(deps.now(), probing)
    if (busy) return
    busy = true
    running = health
      .flush(deps.db, deps.now())
      .then(() => logMinutes(deps.db, deps.now()))
      .then(() => health.refresh(deps.db, deps.now()))
      .catch(failed)
      .finally(() => (busy = false))
  }
  run()
  const timer = setInterval(run, HEALTH.probeEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      health.meter.stopped(deps.now())
      await health.flush(deps.db, deps.now(), true).catch(failed)
    },
  }
}

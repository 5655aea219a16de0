import { STAFF_JOBS } from '#contract/limits.ts'
import type { Deps } from '../deps.ts'
import { publishDue } from './write.ts'

/** Opens, about once a second, the jobs that were approved for an hour that has come. */
export function startPublishing(deps: Deps): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = deps.db
      .tx((tx) => publishDue(tx, deps.now()))
      .then(
        (count) => void (count > 0 && deps.log('info', 'jobs.published', { count })),
        // The database is away for a moment: they open a second later.
        () => {},
      )
      .finally(() => (busy = false))
  }, STAFF_JOBS.publishEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

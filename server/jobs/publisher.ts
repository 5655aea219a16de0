import { STAFF_JOBS } from '#contract/staff/limits.ts'
import type { Deps } from '../deps.ts'
import { publishDue } from './write.ts'

/** About once a second, opens approved jobs whose publishing time has come. */
export function startPublishing(deps: Deps): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    // A long limit: it queues emails to all subscribers in one statement.
    running = deps.db
      .patient(120)
      .tx((tx) => publishDue(tx, deps.now()))
      .then(
        (count) => void (count > 0 && deps.log('info', 'jobs.published', { count })),
        // The next pass tries again a second later. The log shows a failure that continues.
        (error: Error & { code?: string }) =>
          deps.log('warn', 'jobs.not_published', { error: error.name, code: error.code ?? '' }),
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

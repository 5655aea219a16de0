import { STAFF_JOBS } from '#contract/staff/limits.ts'
import type { Deps } from '../deps.ts'
import { publishDue } from './write.ts'

/** Opens, about once a second, the jobs that were approved for an hour that has come. */
export function startPublishing(deps: Deps): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    // It promises letters to everybody on the list in one statement.
    running = deps.db
      .patient(120)
      .tx((tx) => publishDue(tx, deps.now()))
      .then(
        (count) => void (count > 0 && deps.log('info', 'jobs.published', { count })),
        // They open a second later; when it goes on, somebody must know.
        (error: Error & { code?: string }) => deps.log('warn', 'jobs.not_published', { error: error.name, code: error.code ?? '' }),
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

import { nairobiDate } from '#contract/dates.ts'
import { STAFF_FIGURES } from '#contract/figures-limits.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { addFaultsMet, dropFaultsMet } from './faults-store.ts'

/** Writes down what was counted, in one statement. What could not be written is counted on. */
export async function flushFaultsMet({ db, met }: Pick<Deps, 'db' | 'met'>): Promise<void> {
  const counts = met?.take() ?? []
  if (counts.length === 0) return
  await addFaultsMet(db, counts).catch((error: unknown) => {
    met?.giveBack(counts)
    throw error
  })
}

/** Housekeeping: at most 1,000 rows a call. */
export const sweepFaultsMet = (db: Db, before: Date) => dropFaultsMet(db, nairobiDate(before))

/** Writes down about every ten seconds which sentences people met; a last time when it is stopped. */
export function startCountingFaults(deps: Deps): { stop: () => Promise<void> } {
  let running = Promise.resolve()
  let busy = false
  const flush = () => {
    if (busy) return
    busy = true
    running = flushFaultsMet(deps)
      .catch((error: Error & { code?: string }) => deps.log('warn', 'faults.not_counted', { error: error.name, code: error.code ?? '' }))
      .finally(() => (busy = false))
  }
  const timer = setInterval(flush, STAFF_FIGURES.faultsEveryMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
      flush()
      await running
    },
  }
}

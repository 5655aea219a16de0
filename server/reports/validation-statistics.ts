import { nairobiDate } from '#contract/dates.ts'
import type { Db } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { worker, type Worker } from '../worker.ts'
import { addValidationCounts, dropValidationCounts } from './validation-store.ts'

const EVERY_MS = 10_000

/**
 * Saves the counts of field errors shown to people in one statement. If that fails, the counts return
 * to the counter and are saved next time.
 */
export async function flushValidationStatistics({
  db,
  validationCounter,
}: Pick<Deps, 'db' | 'validationCounter'>): Promise<void> {
  const counts = validationCounter?.take() ?? []
  if (counts.length === 0) return
  await addValidationCounts(db, counts).catch((error: unknown) => {
    validationCounter?.giveBack(counts)
    throw error
  })
}

/** Housekeeping: deletes validation counts of days before `before`, at most 1,000 rows a call. */
export const sweepValidationStatistics = (db: Db, before: Date) =>
  dropValidationCounts(db, nairobiDate(before))

/** Saves the counts of shown error messages about every ten seconds, and once more on `stop`. */
export function startValidationStatistics(deps: Deps): Worker {
  const flush = () => flushValidationStatistics(deps)
  return worker(deps.log, {
    failureEvent: 'field_errors.not_counted',
    everyMs: EVERY_MS,
    pass: flush,
    afterLastPass: flush,
  })
}

import { createHash } from 'node:crypto'
import { minutesEntry } from '#contract/status/health-minutes.ts'
import type { Db, Tx } from '../database/connect.ts'
import { record } from '../transparency/record.ts'
import { minutesOf } from './health.ts'
import { FINAL_MS } from './measured.ts'
import { findExtendableDeadlines, findFirstMinute, findMinutes } from './store.ts'
import { findLogged, lockMinutes, setLogged, tryLockLogging } from './log-minutes-store.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/**
 * The minutes around a deadline that can be extended are written to the public log. They go from
 * `beforeHours` before it, the most that a rule can measure, to `afterHours` after it. `batch`: the minutes
 * of one entry.
 */
const LOGGED_MINUTES = { beforeHours: 48, afterHours: 3, batch: 10 } as const
const BATCH_MS = LOGGED_MINUTES.batch * MINUTE_MS
/** Minutes enter the public log this long after `FINAL_MS`, in case the database was briefly unavailable. */
const LATE_MS = 4 * MINUTE_MS
const { beforeHours, afterHours } = LOGGED_MINUTES
/** The most batches in one pass. The batches missed while the database was away need a few passes. */
const MAX_BATCHES = 72

/**
 * The start times (ms) of all batches that should be in the public log by now, oldest first. A batch is ten
 * minutes. The batches are around the deadlines of jobs that an outage may extend.
 */
async function dueBatches(tx: Tx, now: Date): Promise<number[]> {
  const hoursFromNow = (hours: number) => new Date(now.getTime() + hours * HOUR_MS)
  const firstMinute = await findFirstMinute(tx)
  // The last batch of a deadline is due `afterHours` after it. Deadlines that are `beforeHours` older are
  // read too, so that missed batches are still written.
  const deadlines = firstMinute
    ? await findExtendableDeadlines(tx, hoursFromNow(-afterHours - beforeHours), hoursFromNow(beforeHours))
    : []
  // The start of the newest batch whose minutes are all over and final.
  const lastDue = now.getTime() - FINAL_MS - LATE_MS - BATCH_MS
  const batches = new Set<number>()
  // Minutes before the first record are unknown, so the first batch starts with the record or later.
  const firstBatch = Math.ceil((firstMinute?.getTime() ?? 0) / BATCH_MS)
  for (const { expiry_date: deadline } of deadlines) {
    // A rule may count from any minute on, so the batch that holds its first minute is due too.
    const batchOfRule = Math.floor((deadline.getTime() - beforeHours * HOUR_MS) / BATCH_MS)
    const until = Math.min(deadline.getTime() + afterHours * HOUR_MS, lastDue)
    for (let batch = Math.max(batchOfRule, firstBatch) * BATCH_MS; batch <= until; batch += BATCH_MS)
      batches.add(batch)
  }
  return [...batches].sort((left, right) => left - right)
}

/** Writes one batch to the public log. After that its minutes never change, even those without a record. */
async function logBatch(tx: Tx, batch: number, now: Date): Promise<void> {
  const [from, until] = [new Date(batch), new Date(batch + BATCH_MS)]
  // The day before is read too, because the operator may have stopped the portal before the batch.
  // `slice` then keeps only the minutes of the batch.
  const dayBefore = new Date(batch - 24 * HOUR_MS)
  const minutes = minutesOf(await findMinutes(tx, dayBefore, until), dayBefore, until).slice(
    -LOGGED_MINUTES.batch,
  )
  const digest = createHash('sha256').update(minutesEntry(minutes)).digest()
  await setLogged(tx, minutes, digest, { from, until })
  await record(tx, { kind: 'minutes', digest, now })
}

/**
 * Writes the minutes around deadlines with an extension rule to the public log, in batches of ten. Returns
 * how many batches it wrote: 0 while another process does it.
 */
export const logMinutes = (db: Db, now: Date): Promise<number> =>
  db.patient(30).tx(async (tx) => {
    if (!(await tryLockLogging(tx))) return 0
    const batches = await dueBatches(tx, now)
    // A batch is written as a whole. So it is in the public log when its first minute is.
    const loggedBatches = batches.length > 0 ? await findLogged(tx, batches) : new Set<number>()
    const missing = batches.filter((batch) => !loggedBatches.has(batch)).slice(0, MAX_BATCHES)
    if (missing.length > 0) await lockMinutes(tx)
    for (const batch of missing) await logBatch(tx, batch, now)
    return missing.length
  })

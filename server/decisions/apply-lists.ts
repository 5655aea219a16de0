import { setTimeout as wait } from 'node:timers/promises'
import { DECISIONS } from '#contract/staff/limits.ts'
import {
  isVerdict,
  needsSecond,
  sourcesOf,
  STAGES,
  STATUS_OF,
  stageNumber,
  stageOf,
} from '#contract/review/stages.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { errorFields } from '../error-fields.ts'
import { worker, type Worker } from '../worker.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { applyBatch, BATCH_SETTINGS, type DueRow, finishList, takeDueList } from './apply-store.ts'
import { takeUnnotified, notifyBatch, type UnnotifiedRow } from './notify-store.ts'

const STATEMENT_TIMEOUT_SECONDS = 60

type Applying = Pick<Deps, 'db' | 'now'>

/** The state of one `applyDueLists` pass. */
type Pass = {
  /** The error of each list that failed, by list id. */
  failed: Map<number, unknown>
  /**
   * The last application handled on a list; the next batch starts after it. Without it, each batch would read
   * past all entries handled before, because the index still holds them.
   */
  progress: { listId: number; lastApplicationId: number }
}

/** Thrown at the end of a pass in which lists failed. `failed` has the error of each, by list id. */
class ListsFailed extends Error {
  readonly failed: ReadonlyMap<number, unknown>
  constructor(failed: ReadonlyMap<number, unknown>) {
    const messages = [...failed.values()].map((error) => (error instanceof Error ? error.message : error))
    super(messages.join('; '))
    this.failed = failed
  }
}

/** `progress` is undefined for a batch of notifications. */
type BatchResult = { applied: number; progress?: Pass['progress'] }

async function applyNextBatch(
  tx: Tx,
  list: DueRow,
  { size, after, now }: { size: number; after: number; now: Date },
): Promise<BatchResult> {
  const to = stageOf(list.to_stage)
  // Only two officers together can reverse a verdict, so a list of one officer leaves verdicts as they are.
  const sources = sourcesOf(to).filter((from) => list.needs_second || !isVerdict(from))
  const { done, last } = await applyBatch(tx, {
    listId: list.id,
    toStage: list.to_stage,
    status: STATUS_OF[to],
    sources: sources.map(stageNumber),
    // One officer alone cannot reveal names.
    revealsNames: needsSecond(to) || list.needs_second,
    after,
    size,
    now,
  })
  if (done < size) {
    const counts = await finishList(tx, list.id, now)
    const detail = {
      list: list.id,
      to,
      ...counts,
      digest: list.digest.toString('hex'),
      proposed_by: list.proposed_by,
      approved_by: list.decided_by,
    }
    await recordAudit(tx, 'portal', { act: 'list.applied', jobId: list.job_id, detail }, now)
  }
  return { applied: done, progress: { listId: list.id, lastApplicationId: last } }
}

async function notifyNextBatch(
  tx: Tx,
  list: UnnotifiedRow,
  { size, now }: { size: number; now: Date },
): Promise<BatchResult> {
  const status = STATUS_OF[stageOf(list.to_stage)]
  // Applicants whose status does not change are not notified.
  const sources = STAGES.filter((from) => STATUS_OF[from] !== status).map(stageNumber)
  await notifyBatch(tx, {
    listId: list.id,
    status,
    sources,
    after: list.notified_up_to,
    size,
    now,
  })
  return { applied: 0 }
}

/**
 * Handles one batch in one transaction: of the list with the earliest due time, or else of the notifications
 * that follow. Returns undefined when nothing is left, or other processes hold it. The error of a single list
 * is recorded in `pass.failed`. An error before a list is taken is thrown, because it affects all lists. For
 * example, the database is unavailable.
 */
async function handleNextBatch(
  { db, now: clock }: Applying,
  size: number,
  pass: Pass,
): Promise<BatchResult | undefined> {
  let takenListId: number | undefined
  const transaction = db.patient(STATEMENT_TIMEOUT_SECONDS, BATCH_SETTINGS).tx(async (tx) => {
    const now = clock()
    const failedIds = [...pass.failed.keys()]
    // The transaction may be tried again after a deadlock, and then take another list.
    takenListId = undefined
    const due = await takeDueList(tx, now, failedIds)
    takenListId = due?.id
    if (due) {
      const { listId, lastApplicationId } = pass.progress
      return applyNextBatch(tx, due, { size, now, after: due.id === listId ? lastApplicationId : 0 })
    }
    const unnotified = await takeUnnotified(tx, failedIds)
    takenListId = unnotified?.id
    return unnotified && notifyNextBatch(tx, unnotified, { size, now })
  })
  try {
    const result = await transaction
    if (result?.progress) pass.progress = result.progress
    return result
  } catch (error) {
    if (takenListId === undefined) throw error
    pass.failed.set(takenListId, error)
    return { applied: 0 }
  }
}

/**
 * Waits until no request is in progress, at most `maxMs`. Requests go first, because work at the same time
 * slows down both.
 */
async function waitUntilIdle(maxMs: number, whenIdle: () => Promise<void>): Promise<void> {
  if (maxMs <= 0) return
  const timeout = new AbortController()
  await Promise.race([whenIdle(), wait(maxMs, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}

type ApplyOptions = {
  /** Applications in a batch. */
  size?: number
  /**
   * Limits the speed. `perSecond`: the largest number of applications a second. `rest`: the pause after a
   * batch, as a share of the time that the batch took. `yieldMs`: the longest wait for requests to end.
   */
  pace?: { perSecond: Record<'applied' | 'notified', number>; rest: number; yieldMs: number }
  /** Resolves when no request is in progress. */
  whenIdle?: () => Promise<void>
  isStopped?: () => boolean
}

/**
 * Applies every due list batch by batch, then notifies its applicants. Returns how many applications it
 * handled. A list that fails does not stop the others: `ListsFailed` is thrown when they are done.
 */
export async function applyDueLists(
  deps: Applying,
  {
    size = DECISIONS.applicationsPerPart,
    pace,
    whenIdle = async () => {},
    isStopped = () => false,
  }: ApplyOptions = {},
): Promise<number> {
  // Ids start at 1, so 0 stands for no list and no application.
  const pass: Pass = { failed: new Map(), progress: { listId: 0, lastApplicationId: 0 } }
  let appliedCount = 0
  /** When the next batch should start. */
  let nextStartMs = performance.now()
  while (!isStopped()) {
    if (pace) await waitUntilIdle(nextStartMs + pace.yieldMs - performance.now(), whenIdle)
    const startMs = performance.now()
    const batch = await handleNextBatch(deps, size, pass)
    if (!batch) break
    appliedCount += batch.applied
    if (!pace) continue
    const endMs = performance.now()
    const batchesPerSecond = pace.perSecond[batch.progress ? 'applied' : 'notified'] / size
    // Time given to requests is caught up later, but never more than `yieldMs` of it.
    nextStartMs = Math.max(nextStartMs + 1_000 / batchesPerSecond, endMs - pace.yieldMs)
    // On a busy machine a batch takes longer, and so does the pause after it.
    await wait(Math.max(nextStartMs - endMs, (endMs - startMs) * pace.rest))
  }
  if (pass.failed.size > 0) throw new ListsFailed(pass.failed)
  return appliedCount
}

/**
 * Applies due lists about twice a second, batch by batch while no request is in progress. It is so slow that
 * applicants do not notice. While it `isAtWork`, bulk email can wait.
 */
export const startApplying = (deps: Deps, whenIdle: () => Promise<void>): Worker =>
  worker(deps.log, {
    failed: 'decisions.not_applied',
    everyMs: DECISIONS.applyEveryMs,
    async pass(stopping) {
      try {
        const count = await applyDueLists(deps, {
          pace: DECISIONS,
          whenIdle,
          isStopped: () => stopping.aborted,
        })
        if (count > 0) deps.log('info', 'decisions.applied', { count })
      } catch (error) {
        if (!(error instanceof ListsFailed)) throw error
        // The next pass continues with these. The warnings show an operator what keeps failing.
        for (const [id, listError] of error.failed)
          deps.log('warn', 'decisions.not_applied', { ...errorFields(listError), id })
      }
    },
  })

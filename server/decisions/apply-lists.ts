import { setTimeout as wait } from 'node:timers/promises'
import {
  needsSecond,
  sourcesOf,
  type Stage,
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

// The worker that carries out approved decision lists. It moves the applications of a list to its stage, in
// batches, and then notifies the applicants.

const EVERY_MS = 500
const BATCH_SIZE = 80
const STATEMENT_TIMEOUT_SECONDS = 60

type ApplyDeps = Pick<Deps, 'db' | 'now'>

/** The state of one pass of `applyDueLists`. */
type Pass = {
  /** The errors of the decision lists that failed, by list id. */
  failed: Map<number, unknown>
  /**
   * The last application handled on a list, after which the next batch starts. Without it, each batch would
   * read past all entries handled before, because the index still holds them.
   */
  progress: { listId: number; lastApplicationId: number }
}

/** Thrown at the end of a pass in which lists failed. `failed` has the error of each list, by its id. */
class ListsFailed extends Error {
  readonly failed: ReadonlyMap<number, unknown>
  constructor(failed: ReadonlyMap<number, unknown>) {
    const messages = [...failed.values()].map((error) => (error instanceof Error ? error.message : error))
    super(messages.join('; '))
    this.failed = failed
  }
}

/** What one batch did: it applied entries of a decision list, it notified applicants, or it failed. */
type BatchResult =
  | { kind: 'applied'; count: number; progress: Pass['progress'] }
  | { kind: 'notified' | 'failed' }

async function applyNextBatch(
  tx: Tx,
  list: DueRow,
  { size, after, clock }: { size: number; after: number; clock: Deps['now'] },
): Promise<BatchResult> {
  const to = stageOf(list.to_stage)
  // Only two officers together can reverse a decision of which applicants were notified. So a list of one
  // officer leaves such applications where they are.
  const sources = sourcesOf(to).filter((from) => list.needs_second || !needsSecond(to, from))
  // Two officers are needed for every move to some stages. They are also needed for a list that reverses a
  // decision of which applicants were notified.
  const needsTwoOfficers = needsSecond(to) || list.needs_second
  const { done, last } = await applyBatch(tx, {
    listId: list.id,
    toStage: list.to_stage,
    status: STATUS_OF[to],
    sources: sources.map(stageNumber),
    // Names become visible only if two officers approved the list: one alone cannot reveal names.
    revealsNames: needsTwoOfficers,
    after,
    size,
    now: clock(),
  })
  const isListFinished = done < size
  if (isListFinished) {
    const counts = await finishList(tx, list.id, clock())
    const detail = {
      list: list.id,
      to,
      ...counts,
      digest: list.digest.toString('hex'),
      proposed_by: list.proposed_by,
      approved_by: list.decided_by,
    }
    await recordAudit(tx, 'portal', { act: 'list.applied', jobId: list.job_id, detail }, clock())
  }
  return { kind: 'applied', count: done, progress: { listId: list.id, lastApplicationId: last } }
}

async function notifyNextBatch(
  tx: Tx,
  list: UnnotifiedRow,
  { size, now }: { size: number; now: Date },
): Promise<BatchResult> {
  const status = STATUS_OF[stageOf(list.to_stage)]
  // Applicants whose status stays the same are not notified. But a selection also moves people between the
  // short list and its reserve, and notifies them.
  const isNotified = (from: Stage) => list.selection_run !== null || STATUS_OF[from] !== status
  const sources = STAGES.filter(isNotified).map(stageNumber)
  await notifyBatch(tx, {
    listId: list.id,
    status,
    sources,
    after: list.notified_up_to,
    size,
    now,
  })
  return { kind: 'notified' }
}

/**
 * Handles one batch in one transaction. It applies entries of the list with the earliest due time. When no
 * list is due, it notifies applicants of an applied list. Returns undefined when nothing is left, or other
 * processes hold it. The error of a single list is recorded in `pass.failed`. An error before a list is
 * chosen is thrown, because it affects all lists. For example, the database is unavailable.
 */
async function handleNextBatch(
  { db, now: clock }: ApplyDeps,
  size: number,
  pass: Pass,
): Promise<BatchResult | undefined> {
  let takenListId: number | undefined
  const transaction = db.patient(STATEMENT_TIMEOUT_SECONDS, BATCH_SETTINGS).tx(async (tx) => {
    const now = clock()
    const failedIds = [...pass.failed.keys()]
    // The transaction may run again after a deadlock, and then choose another list.
    takenListId = undefined
    const dueList = await takeDueList(tx, now, failedIds)
    takenListId = dueList?.id
    if (dueList) {
      const isSameListAsBefore = dueList.id === pass.progress.listId
      const after = isSameListAsBefore ? pass.progress.lastApplicationId : 0
      return applyNextBatch(tx, dueList, { size, clock, after })
    }
    const unnotifiedList = await takeUnnotified(tx, failedIds)
    takenListId = unnotifiedList?.id
    return unnotifiedList && notifyNextBatch(tx, unnotifiedList, { size, now })
  })
  try {
    const result = await transaction
    if (result?.kind === 'applied') pass.progress = result.progress
    return result
  } catch (error) {
    if (takenListId === undefined) throw error
    pass.failed.set(takenListId, error)
    return { kind: 'failed' }
  }
}

/**
 * Waits until no request is in progress, for at most `maxMs`. Requests go first, because work at the same
 * time slows down both.
 */
async function waitUntilIdle(maxMs: number, whenIdle: () => Promise<void>): Promise<void> {
  if (maxMs <= 0) return
  const timeout = new AbortController()
  // The pause ends with an error when it is aborted below. That error can be ignored.
  await Promise.race([whenIdle(), wait(maxMs, undefined, { signal: timeout.signal }).catch(() => {})])
  timeout.abort()
}

/** Limits how fast lists are applied, so that applicants do not notice the work. */
type SpeedLimit = {
  /** The largest number of applications that are handled in a second. */
  perSecond: Record<'applied' | 'notified', number>
  /** The shortest pause after a batch, as a share of the time that the batch took. */
  rest: number
  /** How late a batch may start because it waited for requests to end. */
  yieldMs: number
}

type ApplyOptions = {
  /** How many applications are in a batch. */
  size?: number
  /** Without a limit of speed, batches follow each other at once. */
  speedLimit?: SpeedLimit
  /** Resolves when no request is in progress. */
  whenIdle?: () => Promise<void>
  isStopped?: () => boolean
}

/** Computes when the next batch should start. `scheduledMs` is when this batch should have started. */
function nextStartAfter(
  batch: BatchResult,
  { scheduledMs, endMs }: { scheduledMs: number; endMs: number },
  size: number,
  speedLimit: SpeedLimit,
): number {
  // A failed batch is paced like the slower kind of batch.
  const perSecond = batch.kind === 'applied' ? speedLimit.perSecond.applied : speedLimit.perSecond.notified
  // The time that `size` applications may take at this speed.
  const intervalMs = 1_000 / (perSecond / size)
  // After a late batch the next ones follow faster, until the delay is made up. A delay of more than
  // `yieldMs` is not made up, because many batches at once would slow down requests.
  const earliestMs = endMs - speedLimit.yieldMs
  return Math.max(scheduledMs + intervalMs, earliestMs)
}

/**
 * Applies every due decision list batch by batch, then notifies its applicants. Returns how many applications
 * it handled. A list that fails does not stop the others: `ListsFailed` is thrown when they are done.
 */
export async function applyDueLists(
  deps: ApplyDeps,
  { size = BATCH_SIZE, speedLimit, whenIdle = async () => {}, isStopped = () => false }: ApplyOptions = {},
): Promise<number> {
  // Ids start at 1, so 0 means no list or no application.
  const pass: Pass = { failed: new Map(), progress: { listId: 0, lastApplicationId: 0 } }
  let appliedCount = 0
  /** When the next batch of applications should start. */
  let scheduledMs = performance.now()
  while (!isStopped()) {
    if (speedLimit) {
      const latestStartMs = scheduledMs + speedLimit.yieldMs
      await waitUntilIdle(latestStartMs - performance.now(), whenIdle)
    }
    const startMs = performance.now()
    const batch = await handleNextBatch(deps, size, pass)
    if (!batch) break
    if (batch.kind === 'applied') appliedCount += batch.count
    if (!speedLimit) continue
    const endMs = performance.now()
    scheduledMs = nextStartAfter(batch, { scheduledMs, endMs }, size, speedLimit)
    const untilNextStartMs = scheduledMs - endMs
    // The pause after a batch depends on its duration: on a busy machine both are longer.
    const shortestPauseMs = (endMs - startMs) * speedLimit.rest
    await wait(Math.max(untilNextStartMs, shortestPauseMs))
  }
  if (pass.failed.size > 0) throw new ListsFailed(pass.failed)
  return appliedCount
}

const SPEED_LIMIT: SpeedLimit = { perSecond: { applied: 5_400, notified: 2_500 }, rest: 0.4, yieldMs: 250 }

/**
 * Looks for due decision lists about twice a second, and applies them batch by batch. A batch starts while no
 * request is in progress, or after a short wait. While this worker `isAtWork`, bulk email can wait.
 */
export const startApplying = (deps: Deps, whenIdle: () => Promise<void>): Worker =>
  worker(deps.log, {
    failureEvent: 'decisions.not_applied',
    everyMs: EVERY_MS,
    async pass(stopping) {
      try {
        const count = await applyDueLists(deps, {
          speedLimit: SPEED_LIMIT,
          whenIdle,
          isStopped: () => stopping.aborted,
        })
        if (count > 0) deps.log('info', 'decisions.applied', { count })
      } catch (error) {
        if (!(error instanceof ListsFailed)) throw error
        // The next pass tries the failed lists again. The warnings show an operator what fails repeatedly.
        for (const [id, listError] of error.failed)
          deps.log('warn', 'decisions.not_applied', { ...errorFields(listError), id })
      }
    },
  })

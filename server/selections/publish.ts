import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { LONG_REST, worker, type Worker } from '../worker.ts'
import {
  markPublished,
  notifyNotTaken,
  type PublishedRun,
  takeDecidedRun,
  takeUnnotifiedRun,
} from './publish-store.ts'
import { digestFiles } from './public-files.ts'
import { findRunWithoutFiles, storeFiles } from './results-store.ts'

const EVERY_MS = 1_000
/** How many people one transaction notifies. */
const BATCH_SIZE = 100
const STATEMENT_TIMEOUT_SECONDS = 60

type PublishDeps = Pick<Deps, 'db' | 'now'>

/** Makes the result of a run public. The caller has locked `run`. */
export async function publishRun(tx: Tx, run: PublishedRun, now: Date): Promise<void> {
  await markPublished(tx, run, now)
  const detail = { selection: run.selection_id, run: run.number }
  await recordAudit(tx, 'portal', { act: 'selection.published', jobId: run.job_id, detail }, now)
}

/**
 * Publishes one result whose decision lists took effect, or notifies some people. False when nothing is left.
 */
const publishOrNotify = ({ db, now: clock }: PublishDeps): Promise<boolean> =>
  db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    const decided = await takeDecidedRun(tx)
    if (decided) {
      await publishRun(tx, decided, clock())
      return true
    }
    const unnotified = await takeUnnotifiedRun(tx)
    if (!unnotified) return false
    const { id: runId, notified_up_to: after } = unnotified
    await notifyNotTaken(tx, { runId, after, size: BATCH_SIZE, now: clock() })
    return true
  })

/** Computes the digests of a published result's files. Returns false when no result lacks them. */
async function digestNextFiles({ db }: PublishDeps): Promise<boolean> {
  const patient = db.patient(STATEMENT_TIMEOUT_SECONDS)
  const run = await findRunWithoutFiles(db)
  if (!run) return false
  await storeFiles(db, run.id, await digestFiles(patient, run.job_id, run.number))
  return true
}

/** Publishes a result, notifies some people, or stores digests of files. False when nothing is left. */
const publishNext = async (deps: PublishDeps): Promise<boolean> =>
  (await publishOrNotify(deps)) || (await digestNextFiles(deps))

/** Publishes results whose decision lists have taken effect, and notifies people who were not taken. */
export async function publishResults(deps: PublishDeps, isStopped = () => false): Promise<void> {
  let isMore = true
  while (isMore && !isStopped()) {
    isMore = await publishNext(deps)
  }
}

/**
 * Publishes results while the process runs. After each part it rests twice as long as the part took, so that
 * requests go first.
 */
export const startPublishingSelections = (deps: Deps): Worker =>
  worker(deps.log, {
    failureEvent: 'selections.not_published',
    everyMs: EVERY_MS,
    async pass() {
      const startMs = performance.now()
      const isMore = await publishNext(deps)
      // How long the worker rests before the next pass; undefined means as long as `everyMs`.
      return isMore ? LONG_REST * (performance.now() - startMs) : undefined
    },
  })

import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { CEREMONY, CEREMONY_WORDS } from '#contract/selection-ceremony/words.ts'
import type { Tx } from '../database/connect.ts'
import { underLease } from '../database/leases.ts'
import type { Deps } from '../deps.ts'
import type { Computed, ComputeTask, Refused } from '../selection/compute.ts'
import { runInThread } from '../selection-thread.ts'
import { writeDocument } from '../selection/seed.ts'
import { recordAudit } from '../staff/record-audit.ts'
import { record } from '../transparency/record.ts'
import { packOfRun } from '../transparency/selection-pack.ts'
import { LONG_REST, restAfterParts, worker, type Worker } from '../worker.ts'
import { askBeacons } from './ask-beacon.ts'
import { buildNextPool } from './build-pool.ts'
import { inParts, type Parts, STATEMENT_TIMEOUT_SECONDS, STATEMENTS_A_COMMIT } from './in-parts.ts'
import {
  beginResult,
  countLines,
  deleteLines,
  endRefusedRun,
  findWaitingRun,
  finishRun,
  insertLines,
  lockResult,
  notePublished,
  takeOverdue,
  type WaitingRun,
} from './run-store.ts'
import { askEnd, endSelection, insertDocument } from './store.ts'

const COMPUTE_TIMEOUT_MS = 15 * 60_000
/** The lines that one statement stores: so few that requests of applicants are not slowed down. */
const LINES_A_STATEMENT = 100

/** `stopping`: the process must end. Long work stops after its part; the next process starts it again. */
type WorkDeps = Pick<Deps, 'db' | 'config' | 'now' | 'log'> & { stopping?: AbortSignal }
/** The task of computing a selection. Both of its files are in `folder`. */
type Files = ComputeTask & { folder: string }

/** Stores a document of the selection ceremony, and its event in the public log. */
async function addDocument(
  tx: Tx,
  selectionId: number,
  kind: string,
  content: Record<string, unknown>,
  now: Date,
) {
  const { text, digest } = writeDocument(content)
  await insertDocument(tx, selectionId, { kind, text, digest, now })
  await record(tx, { kind, digest, now })
}

/** Writes the input of a run, its pack, to a file. Returns the SHA-256 of the file. */
async function writePack({ db, stopping }: WorkDeps, run: WaitingRun, file: string): Promise<Buffer> {
  const digest = createHash('sha256')
  const rest = restAfterParts(LONG_REST)
  async function* pieces() {
    for await (const piece of packOfRun(db.patient(STATEMENT_TIMEOUT_SECONDS), run.id)) {
      digest.update(piece)
      yield piece
      stopping?.throwIfAborted()
      await rest()
    }
  }
  await pipeline(Readable.from(pieces()), createWriteStream(file))
  return digest.digest()
}

const computeInThread = ({ packFile, linesFile }: ComputeTask, stopping: AbortSignal | undefined) =>
  runInThread('compute.ts', { packFile, linesFile }, { timeoutMs: COMPUTE_TIMEOUT_MS, stopping }) as Promise<
    Computed | Refused
  >

type UnitClosings = { unit: string; closings: { place: string }[] }

/**
 * A closing is the first person of a kind whom the rule refused. A whole election has thousands. The returned
 * function gives, as JSON, only the closings for the places of some lines.
 */
function closingsFinder(units: UnitClosings[]): (lines: string[]) => string {
  const byPlace = new Map<string, object[]>()
  const keyOf = (unit: string, place: string) => JSON.stringify([unit, place])
  for (const { unit, closings } of units)
    for (const closing of closings) {
      const key = keyOf(unit, closing.place)
      byPlace.set(key, [...(byPlace.get(key) ?? []), { ...closing, unit }])
    }
  return (lines) => {
    const keys = lines.map((line) => {
      const { unit, place } = JSON.parse(line) as { unit: string; place: string }
      return keyOf(unit, place)
    })
    return JSON.stringify([...new Set(keys)].flatMap((key) => byPlace.get(key) ?? []))
  }
}

/** Stores the lines of a selection's result. Returns how many there are. */
async function storeLines(
  { write, rest }: Parts,
  run: WaitingRun,
  { file, closingsFor }: { file: string; closingsFor: (lines: string[]) => string },
): Promise<number> {
  const store = (lines: string[]) =>
    write(async (tx) => {
      for (let from = 0; from < lines.length; from += LINES_A_STATEMENT) {
        const batch = lines.slice(from, from + LINES_A_STATEMENT)
        await insertLines(tx, run, batch, closingsFor(batch))
        await rest()
      }
    })
  let count = 0
  let waitingLines: string[] = []
  for await (const line of createInterface({ input: createReadStream(file) })) {
    count++
    waitingLines.push(line)
    if (waitingLines.length < STATEMENTS_A_COMMIT * LINES_A_STATEMENT) continue
    await store(waitingLines)
    waitingLines = []
  }
  await store(waitingLines)
  return count
}

/**
 * Stores a whole result: all its lines, and its event in the public log. A killed process leaves lines of an
 * unfinished run: no one reads them, and the next attempt deletes them first. Returns false when another
 * process has started to store this result.
 */
async function storeResult(
  { db, now: clock, stopping }: WorkDeps,
  run: WaitingRun,
  { linesFile }: Files,
  { units, resultDigest, packDigest }: Computed & { packDigest: Buffer },
): Promise<boolean> {
  const attempt = await beginResult(db, run)
  // Another machine has stored this result meanwhile.
  if (!attempt) return true
  const lock = (tx: Tx) => lockResult(tx, attempt)
  const deleteLeftovers = (tx: Tx, most: number) => deleteLines(tx, run.id, most)
  return inParts(db, { stopping, lock, deleteLeftovers }, async (parts) => {
    const closingsFor = closingsFinder(units as UnitClosings[])
    const count = await storeLines(parts, run, { file: linesFile, closingsFor })
    await parts.write(async (tx) => {
      const storedCount = await countLines(tx, run)
      // After a failover, the database may lack lines that it had confirmed. So they are counted again.
      if (storedCount !== count) throw new Error(`the result has ${storedCount} of ${count} lines`)
      const result = Buffer.from(resultDigest, 'hex')
      await finishRun(tx, run, {
        packDigest,
        resultDigest: result,
        units: JSON.stringify(units),
        now: clock(),
      })
      const content = {
        format: 'selection-result-event/1',
        selection: run.selection_id,
        number: run.number,
        pack: packDigest.toString('hex'),
        result: resultDigest,
      }
      await addDocument(tx, run.selection_id, 'selection_result', content, clock())
    })
  })
}

/**
 * Ends a run whose pack the engine refuses, so that the runs of other jobs go on. Officers can correct what
 * is wrong, for example that too many people are hired. Then they ask for another run.
 */
const failRun = ({ db, now: clock }: WorkDeps, run: WaitingRun, reason: string): Promise<void> =>
  db.tx(async (tx) => {
    const now = clock()
    const failed = await endRefusedRun(tx, run, now)
    // Another machine has ended this run meanwhile.
    if (!failed) return
    const detail = { selection: run.selection_id, run: run.number }
    await recordAudit(
      tx,
      'portal',
      { act: 'selection.run_refused', jobId: failed.job_id, reason, detail },
      now,
    )
  })

/**
 * Computes a run. The files of a killed process are deleted by the next one. Returns false when another
 * process took over.
 */
async function computeRun(deps: WorkDeps, run: WaitingRun): Promise<boolean> {
  const folder = join(deps.config.dataDir, 'selection')
  const files = { folder, packFile: join(folder, 'pack.json'), linesFile: join(folder, 'lines.jsonl') }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  try {
    const packDigest = await writePack(deps, run, files.packFile)
    const computed = await computeInThread(files, deps.stopping)
    if ('refused' in computed) {
      await failRun(deps, run, computed.refused)
      return true
    }
    return await storeResult(deps, run, files, { ...computed, packDigest })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Computes all runs that wait, until another process takes over. A run that fails does not stop those of
 * other jobs: the first error is thrown when they are done. The next pass tries the run again.
 */
async function computeWaiting(deps: WorkDeps): Promise<void> {
  const failedIds: number[] = []
  const errors: unknown[] = []
  for (;;) {
    const run = await findWaitingRun(deps.db, failedIds)
    if (!run) break
    try {
      if (!(await computeRun(deps, run))) break
    } catch (error) {
      if (deps.stopping?.aborted) throw error
      failedIds.push(run.id)
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Ends the next ceremony whose dice were not in the public log in time. Everyone can read the reason. Returns
 * false when there is none.
 */
const failNextOverdue = ({ db, now: clock }: WorkDeps): Promise<boolean> =>
  db.tx(async (tx) => {
    const now = clock()
    const overdue = await takeOverdue(tx, { now, diceMinutesBeforeRound: CEREMONY.diceMinutesBeforeRound })
    if (!overdue) return false
    const { id, job_id: jobId, pool_root: root } = overdue
    const reason = CEREMONY_WORDS.noDice
    const content = { format: 'selection-failed/1', selection: id, pool_root: root.toString('hex'), reason }
    await addDocument(tx, id, 'selection_failed', content, now)
    await askEnd(tx, id, { by: null, reason })
    await endSelection(tx, id, { state: 'failed', by: null })
    await recordAudit(tx, 'portal', { act: 'selection.failed', jobId, detail: { selection: id } }, now)
    return true
  })

/** Makes one pass over all selection ceremonies. It repeats each kind of work until none is due. */
export async function advanceSelections(deps: WorkDeps): Promise<void> {
  await notePublished(deps.db, deps.now())
  let isMore: boolean
  do {
    isMore = await failNextOverdue(deps)
  } while (isMore)
  await askBeacons(deps)
  do {
    isMore = await buildNextPool(deps.db, deps.stopping)
  } while (isMore)
  await computeWaiting(deps)
}

/**
 * Advances selection ceremonies while the process runs. A lease lets only one process of all machines do so.
 */
export const startSelections = (deps: Deps): Worker =>
  worker(deps.log, {
    failureEvent: 'selections.waiting',
    everyMs: CEREMONY.workEveryMs,
    pass: underLease(deps.leases, 'selections', (stopping) => advanceSelections({ ...deps, stopping })),
  })

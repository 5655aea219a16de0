import { REVIEW } from '#contract/staff/limits.ts'
import { bitsOf, type Flag } from '#contract/review/stages.ts'
import type { Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { codeOf, errorFields } from '../error-fields.ts'
import { worker, type Worker } from '../worker.ts'
import { factsOf } from './facts.ts'
import {
  countFailure,
  dropWaiting,
  findWaiting,
  insertFacts,
  insertMarks,
  type Mark,
  type MarkKind,
  raiseFlags,
  readReferences,
  lockFacts,
  takeWaiting,
} from './facts-store.ts'

const BATCH = 500

type Needs = Pick<Deps, 'db' | 'secrets' | 'log'>

const FLAG_OF: Record<MarkKind, Flag> = {
  referee: 'same_referee',
  phone: 'same_phone',
  document: 'same_document',
}

/** A keyed hash for each job: it reveals no value, and cannot be matched across jobs. */
const markOf = ({ secrets }: Pick<Deps, 'secrets'>, jobId: number, kind: MarkKind, value: string) =>
  secrets.hmac(`application-mark ${kind}`, `${jobId} ${value}`).subarray(0, 16).toString('hex')

/**
 * Derives facts, words, marks and flags of shared marks for these applications, in the caller's transaction.
 */
async function sort(deps: Needs, tx: Tx, ids: number[]): Promise<void> {
  const [rows, references] = [await findWaiting(tx, ids), await readReferences(tx)]
  const sorted = rows.map((row) => ({
    ...factsOf(row, references),
    jobId: row.job_id,
    id: row.application_id,
  }))
  for (const { id } of sorted.filter(({ isWhole }) => !isWhole)) deps.log('warn', 'facts.by_profile', { id })
  const marks: Mark[] = sorted.flatMap(({ id, jobId, traits }) =>
    traits.map(({ kind, value }) => ({
      application_id: id,
      job_id: jobId,
      kind,
      mark: markOf(deps, jobId, kind, value),
    })),
  )
  const shared = new Map<number, number>()
  for (const { application_id: id, kind } of await insertMarks(tx, marks))
    shared.set(id, (shared.get(id) ?? 0) | bitsOf([FLAG_OF[kind]]))
  const facts = sorted.map((derived) => ({
    ...derived.facts,
    flags: derived.facts.flags | (shared.get(derived.id) ?? 0),
  }))
  await insertFacts(
    tx,
    facts,
    sorted.map(({ id, words, title }) => ({ application_id: id, words, title })),
  )
  await raiseFlags(
    tx,
    [...shared].map(([id, flags]) => ({ application_id: id, flags })),
  )
  await dropWaiting(tx, ids)
}

const sortBatch = (deps: Needs, most: number, only?: number): Promise<number[]> =>
  deps.db.patient(30).tx(async (tx) => {
    await lockFacts(tx)
    const ids = only === undefined ? await takeWaiting(tx, most) : [only]
    if (ids.length > 0) await sort(deps, tx, ids)
    return ids
  })

// True for an error caused by one row, in the database or in this program. An unavailable database is not
// such an error.
const isOfRow = (error: unknown) => {
  const code = codeOf(error)
  return code === '' ? error instanceof TypeError || error instanceof RangeError : /^2[123]/.test(code)
}

/** Derives each alone, so that one that fails does not stop the others. */
async function sortSingly(deps: Needs): Promise<number> {
  const ids = await deps.db.tx((tx) => takeWaiting(tx, BATCH))
  let sorted = 0
  for (const id of ids) {
    try {
      await sortBatch(deps, 1, id)
      sorted++
    } catch (error) {
      if (!isOfRow(error)) throw error
      await countFailure(deps.db, id)
      deps.log('error', 'facts.not_sorted', { id, ...errorFields(error) })
    }
  }
  return sorted
}

/**
 * Derives the facts of all waiting submissions; returns how many were done. Work that is interrupted starts
 * again from the beginning, and nothing is done twice.
 */
export async function deriveWaitingFacts(deps: Needs, stopping?: AbortSignal): Promise<number> {
  let sorted = 0
  while (!stopping?.aborted) {
    const ids = await sortBatch(deps, BATCH).catch((error: unknown) => {
      if (!isOfRow(error)) throw error
      return undefined
    })
    const count = ids ? ids.length : await sortSingly(deps)
    sorted += count
    if (count < BATCH) break
  }
  return sorted
}

/**
 * Derives facts about twice a second for as long as the process lives. `stop` resolves when the work in hand
 * is done.
 */
export const startFactWorker = (deps: Needs): Worker =>
  worker(deps.log, {
    failed: 'facts.waiting',
    everyMs: REVIEW.sortEveryMs,
    pass: async (stopping) => void (await deriveWaitingFacts(deps, stopping)),
  })

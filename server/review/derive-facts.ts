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
  takeOneWaiting,
  takeWaiting,
} from './facts-store.ts'

// Facts are the values by which officers filter submitted applications. A worker derives them, so that the
// submit itself is short. A mark shows that two applications share a value, such as a phone number.

const EVERY_MS = 500
const BATCH_SIZE = 500
const STATEMENT_TIMEOUT_SECONDS = 30
const MARK_BYTES = 16

type FactDeps = Pick<Deps, 'db' | 'secrets' | 'log'>

const FLAG_OF: Record<MarkKind, Flag> = {
  referee: 'same_referee',
  phone: 'same_phone',
  document: 'same_document',
}

/**
 * The keyed hash of a value that applicants may share. It does not reveal the value. The job is hashed too,
 * so a mark cannot be matched across jobs.
 */
const markOf = ({ secrets }: Pick<Deps, 'secrets'>, jobId: number, kind: MarkKind, value: string) =>
  secrets.hmac(`application-mark ${kind}`, `${jobId} ${value}`).subarray(0, MARK_BYTES).toString('hex')

/**
 * Derives facts, search words and marks of these applications, and the flags that shared marks cause. All are
 * stored in the caller's transaction.
 */
async function deriveFacts(deps: FactDeps, tx: Tx, ids: number[]): Promise<void> {
  const rows = await findWaiting(tx, ids)
  const references = await readReferences(tx)
  const derived = rows.map((row) => ({
    ...factsOf(row, references),
    jobId: row.job_id,
    id: row.application_id,
  }))
  // Answers that are missing in the application come from the applicant's present profile.
  for (const { id, isWhole } of derived) if (!isWhole) deps.log('warn', 'facts.by_profile', { id })
  const marks: Mark[] = derived.flatMap(({ id, jobId, traits }) =>
    traits.map(({ kind, value }) => ({
      application_id: id,
      job_id: jobId,
      kind,
      mark: markOf(deps, jobId, kind, value),
    })),
  )
  /** The bits of the flags that applications get because they share a mark, by application id. */
  const sharedFlags = new Map<number, number>()
  for (const { application_id: id, kind } of await insertMarks(tx, marks))
    sharedFlags.set(id, (sharedFlags.get(id) ?? 0) | bitsOf([FLAG_OF[kind]]))
  const facts = derived.map((application) => ({
    ...application.facts,
    flags: application.facts.flags | (sharedFlags.get(application.id) ?? 0),
  }))
  await insertFacts(
    tx,
    facts,
    derived.map(({ id, words, title }) => ({ application_id: id, words, title })),
  )
  // An application whose facts were derived earlier may share a mark with a new one.
  await raiseFlags(
    tx,
    [...sharedFlags].map(([id, flags]) => ({ application_id: id, flags })),
  )
  await dropWaiting(tx, ids)
}

/** Derives the facts of the applications that `take` returns, in one transaction. Returns their ids. */
const deriveBatch = (deps: FactDeps, take: (tx: Tx) => Promise<number[]>): Promise<number[]> =>
  deps.db.patient(STATEMENT_TIMEOUT_SECONDS).tx(async (tx) => {
    await lockFacts(tx)
    const ids = await take(tx)
    if (ids.length > 0) await deriveFacts(deps, tx, ids)
    return ids
  })

// The first two digits are the class of a PostgreSQL error: 21 cardinality violation, 22 data exception,
// 23 constraint violation.
const ROW_ERROR_CLASSES = ['21', '22', '23']
const CLASS_DIGITS = 2

/** True for an error that the data of one application caused. False when the database is unavailable. */
const isRowError = (error: unknown) => {
  const code = codeOf(error)
  // An error without a code comes from this process: it could not read the application's data.
  if (code === '') return error instanceof TypeError || error instanceof RangeError
  return ROW_ERROR_CLASSES.includes(code.slice(0, CLASS_DIGITS))
}

/**
 * Derives the facts of each application separately, so that a failure does not stop the other applications.
 * Each is locked again: it may have been withdrawn or corrected since the first lock ended.
 */
async function deriveSingly(deps: FactDeps): Promise<number> {
  const ids = await deps.db.tx((tx) => takeWaiting(tx, BATCH_SIZE))
  let count = 0
  for (const id of ids) {
    try {
      const done = await deriveBatch(deps, (tx) => takeOneWaiting(tx, id))
      count += done.length
    } catch (error) {
      if (!isRowError(error)) throw error
      await countFailure(deps.db, id)
      deps.log('error', 'facts.not_derived', { id, ...errorFields(error) })
    }
  }
  return count
}

/**
 * Derives the facts of all waiting submissions; returns how many were done. A batch that is interrupted is
 * rolled back and done again later, so nothing is done twice.
 */
export async function deriveWaitingFacts(deps: FactDeps, stopping?: AbortSignal): Promise<number> {
  let total = 0
  while (!stopping?.aborted) {
    const ids = await deriveBatch(deps, (tx) => takeWaiting(tx, BATCH_SIZE)).catch((error: unknown) => {
      if (!isRowError(error)) throw error
      return undefined
    })
    // One application made the whole batch fail, so the facts of each are now derived separately.
    const count = ids ? ids.length : await deriveSingly(deps)
    total += count
    // A smaller batch was the last one. After a failure, the other applications wait for the next pass.
    if (count < BATCH_SIZE) break
  }
  return total
}

/**
 * Derives facts of new submissions about twice a second while the process runs. `stop` resolves when the
 * present batch is done.
 */
export const startFactWorker = (deps: FactDeps): Worker =>
  worker(deps.log, {
    failureEvent: 'facts.waiting',
    everyMs: EVERY_MS,
    async pass(stopping) {
      await deriveWaitingFacts(deps, stopping)
    },
  })

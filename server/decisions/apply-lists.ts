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
import { applyPart, type DueRow, finish, GENTLY, takeDue } from './apply-store.ts'
import { takeUnnotified, notifyBatch, type UnnotifiedRow } from './notify-store.ts'

const PATIENT_SECONDS = 60

type Applying = Pick<Deps, 'db' | 'now'>

/** The state of one `applyDue` pass. */
type Run = {
  /** The error of each list that failed, by list id. */
  failed: Map<number, unknown>
  /**
   * The last application handled on a list. The index still holds the entries before it, and each part would
   * read past all of them.
   */
  reached: { list: number; last: number }
}

/** `errors` has the error of every failed list of one pass, each with its list id as `list`. */
class ListsFailed extends AggregateError {}

type Done = { applied: number; reached?: Run['reached'] }

async function apply(
  tx: Tx,
  list: DueRow,
  { size, after, now }: { size: number; after: number; now: Date },
): Promise<Done> {
  const to = stageOf(list.to_stage)
  // A verdict can be reversed only by two officers: a list of one officer leaves it as it is.
  const sources = sourcesOf(to).filter((from) => list.needs_second || !isVerdict(from))
  const { done, last } = await applyPart(tx, {
    listId: list.id,
    toStage: list.to_stage,
    status: STATUS_OF[to],
    sources: sources.map(stageNumber),
    // One officer alone cannot reveal names.
    opens: needsSecond(to) || list.needs_second,
    after,
    size,
    now,
  })
  if (done < size) {
    const ended = await finish(tx, list.id, now)
    const detail = {
      list: list.id,
      to,
      ...ended,
      digest: list.digest.toString('hex'),
      proposed_by: list.proposed_by,
      approved_by: list.decided_by,
    }
    await recordAudit(tx, 'portal', { act: 'list.applied', jobId: list.job_id, detail }, now)
  }
  return { applied: done, reached: { list: list.id, last } }
}

async function notify(
  tx: Tx,
  list: UnnotifiedRow,
  { size, now }: { size: number; now: Date },
): Promise<Done> {
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
 * Handles one part in one transaction: of the list with the earliest due time, or else of the notifications
 * that follow. Returns undefined when nothing is left, or other processes hold it. The error of a single list
 * is recorded in `run.failed`.
 * An error before a list is taken is thrown, because it affects all lists: the database is unavailable, for
 * example.
 */
async function nextPart({ db, now }: Applying, size: number, run: Run): Promise<Done | undefined> {
  let taken: number | undefined
  const work = db.patient(PATIENT_SECONDS, GENTLY).tx(async (tx) => {
    const moment = now()
    const but = [...run.failed.keys()]
    taken = undefined
    const due = await takeDue(tx, moment, but)
    taken = due?.id
    if (due)
      return apply(tx, due, { size, now: moment, after: due.id === run.reached.list ? run.reached.last : 0 })
    const unnotified = await takeUnnotified(tx, but)
    taken = unnotified?.id
    return unnotified && notify(tx, unnotified, { size, now: moment })
  })
  try {
    const part = await work
    if (part?.reached) run.reached = part.reached
    return part
  } catch (error) {
    if (taken === undefined) throw error
    run.failed.set(taken, error)
    return { applied: 0 }
  }
}

/**
 * Waits for `quiet`, at most `ms`. Requests in progress go first, because work at the same time slows down
 * both.
 */
async function atMost(ms: number, quiet: () => Promise<void>): Promise<void> {
  if (ms <= 0) return
  const enough = new AbortController()
  await Promise.race([quiet(), wait(ms, undefined, { signal: enough.signal }).catch(() => {})])
  enough.abort()
}

type Pace = {
  size?: number
  /**
   * `perSecond`: most applications a second. `rest`: the share of a part's time that is always left to
   * others. `yieldMs`: the longest wait for quiet.
   */
  pace?: { perSecond: Record<'applied' | 'notified', number>; rest: number; yieldMs: number }
  /** Resolves when no request is in progress. */
  quiet?: () => Promise<void>
  stopped?: () => boolean
}

/**
 * Applies every due list part by part, then notifies its applicants. Returns how many applications it
 * handled. A list that fails does not stop the others: `ListsFailed` is thrown when they are done.
 */
export async function applyDue(
  deps: Applying,
  { size = DECISIONS.part, pace, quiet = async () => {}, stopped = () => false }: Pace = {},
): Promise<number> {
  const run: Run = { failed: new Map(), reached: { list: 0, last: 0 } }
  let done = 0
  /** When the next part should start. */
  let due = performance.now()
  while (!stopped()) {
    if (pace) await atMost(due + pace.yieldMs - performance.now(), quiet)
    const began = performance.now()
    const part = await nextPart(deps, size, run)
    if (!part) break
    done += part.applied
    if (!pace) continue
    const ended = performance.now()
    // Time given to others is caught up later. The busier the machine, the longer a part takes, and the
    // longer it rests.
    due = Math.max(
      due + (size / pace.perSecond[part.reached ? 'applied' : 'notified']) * 1_000,
      ended - pace.yieldMs,
    )
    await wait(Math.max(due - ended, (ended - began) * pace.rest))
  }
  const errors = [...run.failed].map(([list, error]) => Object.assign(error as Error, { list }))
  if (errors.length > 0) throw new ListsFailed(errors, errors.map(({ message }) => message).join('; '))
  return done
}

/**
 * Applies due lists about twice a second, part by part when it is `quiet`, so slowly that applicants do not
 * notice. While it `isAtWork`, bulk email can wait.
 */
export const startApplying = (deps: Deps, quiet: () => Promise<void>): Worker =>
  worker(deps.log, {
    failed: 'decisions.not_applied',
    everyMs: DECISIONS.applyEveryMs,
    async pass(stopping) {
      try {
        const count = await applyDue(deps, { pace: DECISIONS, quiet, stopped: () => stopping.aborted })
        if (count > 0) deps.log('info', 'decisions.applied', { count })
      } catch (error) {
        if (!(error instanceof ListsFailed)) throw error
        // The next pass continues with these. The warnings show an operator what keeps failing.
        for (const ofList of error.errors)
          deps.log('warn', 'decisions.not_applied', { ...errorFields(ofList), id: ofList.list })
      }
    },
  })

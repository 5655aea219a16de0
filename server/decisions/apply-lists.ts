import { setTimeout as wait } from 'node:timers/promises'
import { DECISIONS } from '#contract/limits.ts'
import { isVerdict, needsSecond, sourcesOf, STATUS_OF, stageNumber, stageOf } from '#contract/staff-stages.ts'
import type { Deps } from '../deps.ts'
import { recordAct } from '../staff/record-act.ts'
import { applyPart, finish, GENTLY, takeDue } from './apply-store.ts'

const PATIENT_SECONDS = 60

type Applying = Pick<Deps, 'db' | 'now'>

/** How far it has come. */
type Run = {
  /** What went wrong with a list, by its number. */
  failed: Map<number, unknown>
  /** The application up to which a list has been gone through: the index still holds those before it, and each part would read past all of them. */
  reached: { list: number; last: number }
}

/**
 * One part of the list whose hour came first, but for those that failed, in one transaction; undefined when none is due, or another
 * process is at it. One that fails now is written down with them; a database that is away is thrown, for it fails all of them.
 */
async function applyNext({ db, now }: Applying, size: number, run: Run): Promise<{ done: number } | undefined> {
  let taken: number | undefined
  const work = db.patient(PATIENT_SECONDS, GENTLY).tx(async (tx) => {
    const at = now()
    taken = undefined
    const list = await takeDue(tx, at, [...run.failed.keys()])
    if (!list) return undefined
    taken = list.id
    const to = stageOf(list.to_stage)
    // What only two may take back, a list of one officer leaves as it is.
    const sources = sourcesOf(to).filter((from) => list.needs_second || !isVerdict(from))
    const part = await applyPart(tx, {
      listId: list.id,
      toStage: list.to_stage,
      status: STATUS_OF[to],
      sources: sources.map(stageNumber),
      // One officer alone opens nobody's name.
      opens: needsSecond(to) || list.needs_second,
      after: list.id === run.reached.list ? run.reached.last : 0,
      size,
      now: at,
    })
    if (part.done < size) {
      const ended = await finish(tx, list.id, at)
      const detail = { list: list.id, to, ...ended, digest: list.digest.toString('hex'), proposed_by: list.proposed_by, approved_by: list.decided_by }
      await recordAct(tx, 'portal', { act: 'list.applied', jobId: list.job_id, detail }, at)
    }
    return { list: list.id, ...part }
  })
  try {
    const part = await work
    if (part) run.reached = part
    return part
  } catch (error) {
    if (taken === undefined) throw error
    run.failed.set(taken, error)
    return { done: 0 }
  }
}

type Pace = {
  size?: number
  /** Of the time that a part took, how much is left to others after it. */
  rest?: number
  stopped?: () => boolean
}

/**
 * Applies every list whose hour has come, part by part; answers how many applications it went through. A list that cannot be
 * applied holds up no other: what went wrong with it is thrown, with its number as `list`, when the others are done.
 */
export async function applyDue(deps: Applying, { size = DECISIONS.part, rest = 0, stopped = () => false }: Pace = {}): Promise<number> {
  const run: Run = { failed: new Map(), reached: { list: 0, last: 0 } }
  let done = 0
  while (!stopped()) {
    const began = performance.now()
    const part = await applyNext(deps, size, run)
    if (!part) break
    done += part.done
    // The busier the machine, the longer a part takes, and the longer it rests.
    if (rest > 0) await wait((performance.now() - began) * rest)
  }
  for (const [list, error] of run.failed) throw Object.assign(error as Error, { list })
  return done
}

/** Applies, about twice a second, the lists whose hour has come, slowly enough that applicants do not feel it. While it `isAtWork`, letters of many can wait. */
export function startApplying(deps: Deps): { stop: () => Promise<void>; isAtWork: () => boolean } {
  let running: Promise<void> | undefined
  let leaving = false
  const timer = setInterval(() => {
    running ??= applyDue(deps, { rest: DECISIONS.rest, stopped: () => leaving })
      .then(
        (count) => void (count > 0 && deps.log('info', 'decisions.applied', { count })),
        // The next turn goes on where this one ended; when it goes on failing, somebody must know.
        ({ name, code = '', list }: Error & { code?: string; list?: number }) =>
          deps.log('warn', 'decisions.not_applied', { error: name, code, ...(list ? { id: list } : {}) }),
      )
      .finally(() => (running = undefined))
  }, DECISIONS.applyEveryMs)
  timer.unref()
  return {
    isAtWork: () => running !== undefined,
    async stop() {
      leaving = true
      clearInterval(timer)
      await running
    },
  }
}

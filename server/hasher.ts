import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Hasher } from './deps.ts'
import type { Answer, HashTask } from './hasher-worker.ts'
import { concurrencyLimiter } from './http/concurrency-limiter.ts'
import { refuse } from './http/refuse.ts'
import { THREADS_GIVE_WAY } from './urgency.ts'

/** What a password hash costs, and how many threads make hashes. */
export const HASHING = { threads: 2, memoryKib: 19_456, passes: 2 } as const
// When many callers wait, a thread makes several hashes in one batch. A hash uses 19 MiB and pushes
// everything else out of the CPU caches. Six hashes in a row disturb the main thread and the database far
// less than six separate ones.
const BATCH_SIZE = 6
// Each thread has a batch in progress and the next one. So it continues while the main thread is slow.
const BATCHES_PER_THREAD = 2
const MAX_WAITING = 64
const MAX_WAIT_MS = 2_000
// On a busy machine a hash may take a second. A caller whose hash has started by then still gets an answer.
const MAX_HASH_MS = 5_000

/** `longestMs` is how long a caller who has a slot waits for the answer. */
type Options = { threads?: number; memoryKib?: number; passes?: number; longestMs?: number }

/**
 * Hashes passwords with argon2id in worker threads, so that the main thread stays free (T27). A caller is
 * refused `busy` when 64 others wait, or after two seconds without a slot. A caller with a slot is refused
 * after five more seconds. A caller is also refused when the speed of recent hashes shows that the answer
 * would come too late.
 * Long: its functions share one pool, its slots and the speed of recent hashes.
 */
export function createHasher({
  threads = HASHING.threads,
  memoryKib = HASHING.memoryKib,
  passes = HASHING.passes,
  longestMs = MAX_HASH_MS,
}: Options = {}): Hasher {
  const maxBatches = threads * BATCHES_PER_THREAD
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'hasher-worker.ts'),
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: BATCHES_PER_THREAD,
    ...THREADS_GIVE_WAY,
  })
  const runInBatch = batchRunner((tasks) => pool.run(tasks), maxBatches)
  const limiter = concurrencyLimiter({
    slots: maxBatches * BATCH_SIZE,
    queue: MAX_WAITING,
    waitMs: MAX_WAIT_MS,
  })

  /**
   * The milliseconds per hash of recent calls, as many as there are batches: each call's duration, divided by
   * its hashes in progress. The lowest is used, because the first call waits for a thread to start.
   */
  const recentHashMs: number[] = []
  // No caller is refused as too late until enough hashes have been measured.
  const hashMs = () => (recentHashMs.length < maxBatches ? 0 : Math.min(...recentHashMs))
  // A late hash is wasted. Only half of the time limit is used, because `hashMs` is the lowest measurement.
  const wouldBeLate = (hashesBefore: number) => hashesBefore * hashMs() > longestMs / 2
  const isFull = () => wouldBeLate(limiter.state().inFlight)

  const run = async (task: Omit<HashTask, 'memoryKib' | 'passes'>): Promise<Answer> => {
    const busy = () => refuse('busy')
    if (isFull()) throw busy()
    let releaseSlot = () => {}
    const isAdmitted = await limiter.enter((release) => {
      releaseSlot = release
    })
    if (!isAdmitted) throw busy()
    // Check again: others were admitted while this caller waited. `- 1` leaves out this caller.
    if (wouldBeLate(limiter.state().inFlight - 1)) {
      releaseSlot()
      throw busy()
    }
    const startedAt = performance.now()
    const hashesInFlight = limiter.state().inFlight
    const answer = runInBatch({ ...task, memoryKib, passes }).finally(() => {
      releaseSlot()
      recentHashMs.push((performance.now() - startedAt) / hashesInFlight)
      if (recentHashMs.length > maxBatches) recentHashMs.shift()
    })
    return await new Promise((resolve, reject) => {
      // When a caller stops waiting, the hash still runs to its end and holds its slot until then.
      const timer = setTimeout(() => reject(busy()), longestMs)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  const hash = async (secret: string) => String(await run({ secret }))
  // A password for an unknown account is checked against this hash, which takes as long as any other.
  let decoyHash: Promise<string> | undefined
  const makeDecoy = async () => {
    try {
      return await hash('the hash of no one')
    } catch (error) {
      // The next check tries again. A kept failure would answer "busy" for unknown accounts only (T1).
      decoyHash = undefined
      throw error
    }
  }
  return {
    isFull,
    hash,
    async verify(stored, secret) {
      // Every check waits for it, also for a known account: so the first check reveals nothing either.
      const decoy = await (decoyHash ??= makeDecoy())
      // For an unknown account the result of the check is ignored: it only has to take the usual time.
      const isMatch = await run({ secret, hash: stored ?? decoy })
      return stored !== undefined && isMatch === true
    },
    close: () => pool.destroy(),
  }
}

type WaitingTask = {
  task: HashTask
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

/**
 * Hands hash tasks to the threads: at once while fewer than `maxBatches` are running, else in a batch with
 * others that wait. When one task fails, the other tasks of its batch still get their answers.
 */
function batchRunner(
  runBatch: (tasks: HashTask[]) => Promise<(Answer | Error)[]>,
  maxBatches: number,
): (task: HashTask) => Promise<Answer> {
  const waiting: WaitingTask[] = []
  let runningBatches = 0
  const startBatch = async () => {
    if (runningBatches === maxBatches || waiting.length === 0) return
    runningBatches++
    const batch = waiting.splice(0, BATCH_SIZE)
    const answers = await runBatch(batch.map(({ task }) => task)).catch((error: Error) =>
      batch.map(() => error),
    )
    for (const [index, { resolve, reject }] of batch.entries()) {
      const answer = answers[index]
      if (typeof answer === 'string' || typeof answer === 'boolean') resolve(answer)
      else reject(answer)
    }
    runningBatches--
    void startBatch()
  }
  return (task) =>
    new Promise((resolve, reject) => {
      waiting.push({ task, resolve, reject })
      void startBatch()
    })
}

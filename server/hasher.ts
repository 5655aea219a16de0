import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Hasher } from './deps.ts'
import type { Answer, HashTask } from './hasher-worker.ts'
import { concurrencyLimiter } from './http/concurrency-limiter.ts'
import { refuse } from './http/refuse.ts'
import { THREADS_GIVE_WAY } from './urgency.ts'

/** What a hash costs, and how many run at once. */
export const HASHING = { threads: 2, memoryKib: 19_456, passes: 2 } as const
// When many wait, a thread takes several hashes in one batch. A hash walks through 19 MiB and pushes
// everything else out of the CPU caches. After six hashes in a row, the other work of six logins costs the
// main thread and the database far less than after each single one.
const BATCH_SIZE = 6
// Besides the batch it works on, each thread has the next: it continues even when the main thread is slow.
const BATCHES_PER_THREAD = 2
const MAX_WAITING = 64
const MAX_WAIT_MS = 2_000
// On a full machine a hash may take a second. A caller whose hash has started by then still gets an answer.
const MAX_HASH_MS = 5_000
const BUSY_RETRY_SECONDS = 5

type Options = { threads?: number; memoryKib?: number; passes?: number; longestMs?: number }

/**
 * Hashes passwords with argon2id in worker threads, so that the main thread stays free (T27). A caller is
 * refused `busy` who finds 64 others waiting, who waited two seconds for a place, or who has no answer after
 * five seconds. So is a caller whose answer would probably come too late, by the time of recent hashes.
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
   * Milliseconds per hash, of the last calls: as many as there are batches. Each is the time of a call,
   * divided by the hashes in progress with it. The lowest counts: the first call waited for its thread.
   */
  const recentHashMs: number[] = []
  // Until enough calls are measured, no call is refused for its time.
  const hashMs = () => (recentHashMs.length < maxBatches ? 0 : Math.min(...recentHashMs))
  // A hash that comes too late is wasted. Half of the limit leaves a margin, because `hashMs` is the lowest.
  const wouldBeLate = (hashesBefore: number) => hashesBefore * hashMs() > longestMs / 2
  const isFull = () => wouldBeLate(limiter.state().inFlight)

  const run = async (task: Omit<HashTask, 'memoryKib' | 'passes'>): Promise<Answer> => {
    const busy = () => refuse('busy', { retryAfter: BUSY_RETRY_SECONDS })
    if (isFull()) throw busy()
    let releaseSlot = () => {}
    const isAdmitted = await limiter.enter((release) => {
      releaseSlot = release
    })
    if (!isAdmitted) throw busy()
    // Others were admitted while this caller waited. `- 1`: the caller itself is in flight now.
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
      // Only the caller stops waiting: the hash runs to its end and holds its slot until then.
      const timer = setTimeout(() => reject(busy()), longestMs)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  // An unknown account is checked against this hash: it takes as long as a known one.
  let decoyHash: Promise<string> | undefined
  const hash = async (secret: string) => String(await run({ secret }))
  return {
    isFull,
    hash,
    async verify(stored, secret) {
      decoyHash ??= hash('the hash of no one')
      // For an unknown account the result is ignored: only the time counts.
      const isMatch = await run({ secret, hash: stored ?? (await decoyHash) })
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
 * Hands tasks to the threads: at once while fewer than `maxBatches` are running, later in a batch with the
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

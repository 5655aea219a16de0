import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Hasher } from './deps.ts'
import type { Answer, HashTask } from './hasher-worker.ts'
import { concurrencyLimiter } from './http/concurrency-limiter.ts'
import { refuse } from './http/refuse.ts'
import { THREADS_GIVE_WAY } from './urgency.ts'

/** What a hash costs, and how many run at once. */
export const HASHING = { threads: 2, memoryKib: 19_456, passes: 2 } as const
// When many wait, a thread takes several at a time. A hash walks through 19 MiB and pushes everything else
// out of the CPU caches. After six hashes in a row, the other work of six logins costs the main thread and
// the database far less than after each single one.
const HANDFUL = 6
// Besides the handful it works on, each thread has the next: it continues even when the main thread is slow.
const HANDS = HASHING.threads * 2
const MAX_WAITING = 64
const MAX_WAIT_MS = 2_000
// On a full machine a hash may take a second: a caller who is at work by then is still answered.
const LONGEST_MS = 5_000

type Options = { memoryKib?: number; passes?: number; longestMs?: number }

/**
 * argon2id in two worker threads, 19 MiB and two passes unless a test asks for less (T27). A caller who would
 * wait behind more than 64 others, or for longer than two seconds, is refused `busy` at once instead; so is a
 * caller without an answer after five seconds.
 */
export function createHasher({
  memoryKib = HASHING.memoryKib,
  passes = HASHING.passes,
  longestMs = LONGEST_MS,
}: Options = {}): Hasher {
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'hasher-worker.ts'),
    minThreads: HASHING.threads,
    maxThreads: HASHING.threads,
    concurrentTasksPerWorker: HANDS / HASHING.threads,
    ...THREADS_GIVE_WAY,
  })
  const work = inHandfuls((tasks) => pool.run(tasks))
  const places = concurrencyLimiter({ slots: HANDS * HANDFUL, queue: MAX_WAITING, waitMs: MAX_WAIT_MS })

  /**
   * Milliseconds per hash in hand, for the last few. The lowest counts: the very first waited for its thread
   * to start.
   */
  const lately: number[] = []
  const hashMs = () => (lately.length < HANDS ? 0 : Math.min(...lately))
  // Every admitted caller gets an answer: a hash that comes too late is wasted.
  const isInVain = (others: number) => others * hashMs() > longestMs / 2
  const isFull = () => isInVain(places.state().inFlight)

  const run = async (task: Omit<HashTask, 'memoryKib' | 'passes'>): Promise<Answer> => {
    let leave = () => {}
    const busy = () => refuse('busy', { retryAfter: 5 })
    if (isFull() || !(await places.enter((left) => (leave = left)))) throw busy()
    if (isInVain(places.state().inFlight - 1)) {
      leave()
      throw busy()
    }
    const began = performance.now()
    const behind = places.state().inFlight
    const answer = work({ ...task, memoryKib, passes }).finally(() => {
      leave()
      if (lately.push((performance.now() - began) / behind) > HANDS) lately.shift()
    })
    return await new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(busy()), longestMs)
      answer.then(resolve, reject).finally(() => clearTimeout(timer))
    })
  }

  let nobodys: Promise<string> | undefined
  const hash = async (secret: string) => String(await run({ secret }))
  return {
    isFull,
    hash,
    async verify(stored, secret) {
      nobodys ??= hash('the hash of no one')
      const fits = await run({ secret, hash: stored ?? (await nobodys) })
      return stored !== undefined && fits === true
    },
    close: () => pool.destroy(),
  }
}

type Waiting = { task: HashTask; done: (answer: Answer) => void; failed: (error: unknown) => void }

/**
 * Hands tasks to the threads: at once when a hand is free, else together with those that wait by then. A task
 * that fails fails alone.
 */
function inHandfuls(
  work: (tasks: HashTask[]) => Promise<(Answer | Error)[]>,
): (task: HashTask) => Promise<Answer> {
  const waiting: Waiting[] = []
  let full = 0
  const fill = async () => {
    if (full === HANDS || waiting.length === 0) return
    full++
    const handful = waiting.splice(0, HANDFUL)
    const answers = await work(handful.map(({ task }) => task)).catch((error: Error) =>
      handful.map(() => error),
    )
    for (const [index, { done, failed }] of handful.entries()) {
      const answer = answers[index]
      if (typeof answer === 'string' || typeof answer === 'boolean') done(answer)
      else failed(answer)
    }
    full--
    void fill()
  }
  return (task) =>
    new Promise((done, failed) => {
      waiting.push({ task, done, failed })
      void fill()
    })
}

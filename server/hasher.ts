import { join } from 'node:path'
import { Piscina } from 'piscina'
import type { Hasher } from './deps.ts'
import type { HashTask } from './hasher-worker.ts'
import { gate } from './http/admission.ts'
import { refuse } from './http/refuse.ts'

/** What a hash costs, and how many are made at once. */
export const HASHING = { threads: 2, memoryKib: 19_456, passes: 2 } as const
// Beside the one it works on, each thread has the next at hand: the main thread need not be quick for it to go on.
const IN_HAND = 2
const MAX_WAITING = 64
const MAX_WAIT_MS = 2_000

/**
 * argon2id in two worker threads, 19 MiB and two passes unless a test asks for less (T27). Whoever would wait behind
 * more than 64 others, or for longer than two seconds, is refused `busy` at once instead.
 */
export function createHasher({ memoryKib = HASHING.memoryKib, passes = HASHING.passes }: { memoryKib?: number; passes?: number } = {}): Hasher {
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'hasher-worker.ts'),
    minThreads: HASHING.threads,
    maxThreads: HASHING.threads,
    concurrentTasksPerWorker: IN_HAND,
  })
  const places = gate({ slots: HASHING.threads * IN_HAND, queue: MAX_WAITING, waitMs: MAX_WAIT_MS })

  const run = async (task: Omit<HashTask, 'memoryKib' | 'passes'>): Promise<string | boolean> => {
    let leave = () => {}
    if (!(await places.enter((left) => (leave = left)))) throw refuse('busy', { retryAfter: 5 })
    try {
      return await pool.run({ ...task, memoryKib, passes })
    } finally {
      leave()
    }
  }

  let nobodys: Promise<string> | undefined
  const hash = async (secret: string) => String(await run({ secret }))
  return {
    hash,
    async verify(stored, secret) {
      nobodys ??= hash('the hash of nobody')
      const fits = await run({ secret, hash: stored ?? (await nobodys) })
      return stored !== undefined && fits === true
    },
    close: () => pool.destroy(),
  }
}

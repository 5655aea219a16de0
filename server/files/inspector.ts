import { join } from 'node:path'
import { Piscina } from 'piscina'
import { THREADS_GIVE_WAY } from '../urgency.ts'
import type { Inspected, Inspection } from './inspector-worker.ts'
import type { Incoming } from './incoming.ts'
import type { Verdict } from './inspect.ts'
import { codeOf } from '../error-fields.ts'

/** What the inspection of a file may cost, and how many run or wait (T14). */
export const INSPECTION = { threads: 2, waiting: 128, cpuMs: 2_000, wallMs: 30_000, heapMb: 64 } as const
const LOOK_EVERY_MS = 100

/**
 * Every thread is busy, or a file took too long on a busy machine: nothing is known of the file, and its
 * sender may try again.
 */
export class InspectorBusy extends Error {}

/**
 * Finds out what arrived files are by their content, in separate threads: whatever a file does to its reader,
 * no one else waits.
 */
export type Inspector = {
  /** A picture with something to leave out is written again into `folder`. @throws InspectorBusy */
  inspect(file: Incoming, folder: string): Promise<Verdict>
  close(): Promise<void>
}

type Options = Partial<Record<keyof typeof INSPECTION, number>> & {
  /** Starts the threads now and not with the first file. */
  ready?: boolean
  /** Another worker file, for tests. */
  worker?: string
}

export function createInspector({
  ready = false,
  worker = join(import.meta.dirname, 'inspector-worker.ts'),
  ...over
}: Options = {}): Inspector {
  const limits = { ...INSPECTION, ...over }
  let workers: Piscina<Inspection, Inspected> | undefined
  const pool = () => (workers ??= openPool(worker, limits))
  if (ready) pool()
  return {
    async inspect({ path, size }, folder) {
      // Checked here: the pool's own limit leaves out tasks that can be aborted, as each of ours can.
      if (pool().queueSize >= limits.waiting) throw new InspectorBusy()
      const giveUp = new AbortController()
      // Thread id and CPU time at the start, written by the thread itself.
      const begun = new Int32Array(new SharedArrayBuffer(8))
      const late = setTimeout(() => giveUp.abort(), limits.wallMs)
      let spent = false
      const watcher = setInterval(() => {
        void cpuMsOf(pool(), begun[0]).then((ms) => {
          if (ms - (begun[1] ?? 0) <= limits.cpuMs) return
          spent = true
          giveUp.abort()
        })
      }, LOOK_EVERY_MS)
      try {
        const { error, verdict } = await pool().run({ path, size, folder, begun }, { signal: giveUp.signal })
        if (verdict) return verdict
        throw Object.assign(new Error(error?.message), error)
      } catch (error) {
        if (spent || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return { fault: 'complex' }
        if (giveUp.signal.aborted) throw new InspectorBusy()
        throw error
      } finally {
        clearTimeout(late)
        clearInterval(watcher)
      }
    },
    close: async () => workers?.destroy(),
  }
}

// Without Atomics: a thread that waits for its disk must still receive messages. A thread that ends is
// replaced.
function openPool(filename: string, { threads, heapMb }: Record<keyof typeof INSPECTION, number>) {
  const pool = new Piscina<Inspection, Inspected>({
    filename,
    minThreads: threads,
    maxThreads: threads,
    atomics: 'disabled',
    recordTiming: false,
    ...THREADS_GIVE_WAY,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8 },
  })
  // A thread's error reaches the caller who waits for it; between two files no one waits.
  return pool.on('error', () => {})
}

async function cpuMsOf(pool: Piscina, threadId: number | undefined): Promise<number> {
  const usage = await pool.threads
    .find((thread) => thread.threadId === threadId)
    ?.cpuUsage()
    .catch(() => undefined)
  return usage ? (usage.user + usage.system) / 1_000 : 0
}

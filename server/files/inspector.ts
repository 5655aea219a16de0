import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { Piscina } from 'piscina'
import { THREADS_GIVE_WAY } from '../urgency.ts'
import type { InspectionOutcome, InspectionTask } from './inspector-worker.ts'
import { discard, type Incoming } from './incoming.ts'
import type { Verdict } from './inspect.ts'
import { codeOf } from '../error-fields.ts'

/** Limits for inspecting a file: CPU, time and memory, and how many files may wait for it (T14). */
export const INSPECTION = { threads: 2, waiting: 128, cpuMs: 2_000, wallMs: 30_000, heapMb: 64 } as const
const WATCH_INTERVAL_MS = 100

/**
 * A file was not inspected: too many files wait, or it took too long on a busy machine. Nothing is known
 * about the file, and its sender may try again.
 */
export class InspectorBusy extends Error {}

/**
 * Inspects the content of uploaded files in separate threads. So a file that blocks its inspection delays no
 * one else.
 */
export type Inspector = {
  /**
   * Inspects a file. If a picture contains personal data, a copy without them is written into `folder`.
   * @throws InspectorBusy
   */
  inspect(file: Incoming, folder: string): Promise<Verdict>
  close(): Promise<void>
}

type Options = Partial<Record<keyof typeof INSPECTION, number>> & {
  /** True to start the threads now instead of with the first file. */
  startNow?: boolean
  /** The file with the code of the threads. Tests use another one. */
  worker?: string
}

export function createInspector({
  startNow = false,
  worker = join(import.meta.dirname, 'inspector-worker.ts'),
  ...overrides
}: Options = {}): Inspector {
  const limits = { ...INSPECTION, ...overrides }
  let workers: Piscina<InspectionTask, InspectionOutcome> | undefined
  // Without `startNow`, the threads start when the first file comes.
  const pool = () => {
    workers ??= openPool(worker, limits)
    return workers
  }
  if (startNow) pool()
  return {
    async inspect({ path, size }, folder) {
      // The limit is checked here, because the pool's own limit does not count tasks that can be aborted.
      if (pool().queueSize >= limits.waiting) throw new InspectorBusy()
      const giveUp = new AbortController()
      // The inspecting thread writes its own id and CPU time when it starts. Until then both are 0.
      const start = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT))
      // The pool does not wait for the end of a stopped thread, which may still be writing the copy.
      let endOfThread: Promise<unknown> = Promise.resolve()
      giveUp.signal.addEventListener('abort', () => {
        endOfThread = threadOf(pool(), start[0])?.terminate() ?? endOfThread
      })
      const copyName = randomUUID()
      const wallTimer = setTimeout(() => giveUp.abort(), limits.wallMs)
      let hasSpentCpu = false
      const checkCpu = async () => {
        const [threadId, cpuMsBefore = 0] = start
        const spentMs = (await cpuMsOf(pool(), threadId)) - cpuMsBefore
        if (spentMs <= limits.cpuMs) return
        hasSpentCpu = true
        giveUp.abort()
      }
      const watcher = setInterval(() => void checkCpu(), WATCH_INTERVAL_MS)
      try {
        const task = { path, size, folder, copyName, start }
        const { error, verdict } = await pool().run(task, { signal: giveUp.signal })
        if (verdict) return verdict
        // The thread sent its error as a message and a code. Both become an error again here.
        throw Object.assign(new Error(error?.message), error)
      } catch (error) {
        // The thread has not told anyone about the copy, so no one else would delete it before a restart.
        await endOfThread
        await discard({ path: join(folder, copyName) })
        if (hasSpentCpu || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return { problem: 'complex' }
        if (giveUp.signal.aborted) throw new InspectorBusy()
        throw error
      } finally {
        clearTimeout(wallTimer)
        clearInterval(watcher)
      }
    },
    close: async () => workers?.destroy(),
  }
}

// Atomics are disabled for the pool, because a thread that waits for its disk must still receive messages.
function openPool(filename: string, { threads, heapMb }: Record<keyof typeof INSPECTION, number>) {
  const pool = new Piscina<InspectionTask, InspectionOutcome>({
    filename,
    minThreads: threads,
    maxThreads: threads,
    atomics: 'disabled',
    recordTiming: false,
    ...THREADS_GIVE_WAY,
    resourceLimits: { maxOldGenerationSizeMb: heapMb, maxYoungGenerationSizeMb: 8 },
  })
  // The caller who waits for a file gets the error of its thread. An error between two files has no caller.
  // Without this listener, Node would end the process.
  return pool.on('error', () => {})
}

const threadOf = (pool: Piscina, threadId: number | undefined) =>
  pool.threads.find((thread) => thread.threadId === threadId)

/** The CPU time that a thread has used. It is 0 while the thread is unknown, and after it has ended. */
async function cpuMsOf(pool: Piscina, threadId: number | undefined): Promise<number> {
  const usage = await threadOf(pool, threadId)
    ?.cpuUsage()
    .catch(() => undefined)
  return usage ? (usage.user + usage.system) / 1_000 : 0
}

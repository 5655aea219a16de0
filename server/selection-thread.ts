import { join } from 'node:path'
import { Piscina } from 'piscina'
import { LESS_URGENT } from './urgency.ts'

type Limits = { timeoutMs: number; stopping?: AbortSignal | undefined }

/**
 * Runs one task of the selection engine in its own thread, which is less urgent than any call. `file` has the
 * code of the task. Rejects with an `AbortError` after `timeoutMs` or when the process stops. The thread
 * always ends.
 */
export async function runInThread(
  file: string,
  task: object,
  { timeoutMs, stopping }: Limits,
): Promise<unknown> {
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'selection', file),
    maxThreads: 1,
    // Only Linux can make one thread less urgent. On other systems the whole process would become less
    // urgent.
    niceIncrement: process.platform === 'linux' ? LESS_URGENT.bulk : 0,
  })
  try {
    const signals = [AbortSignal.timeout(timeoutMs), ...(stopping ? [stopping] : [])]
    return await pool.run(task, { signal: AbortSignal.any(signals) })
  } finally {
    await pool.destroy()
  }
}

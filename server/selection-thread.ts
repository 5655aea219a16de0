import { join } from 'node:path'
import { Piscina } from 'piscina'
import { LESS_URGENT } from './urgency.ts'

type Limits = { timeoutMs: number; stopping?: AbortSignal | undefined }

/**
 * Runs one task of a file of the selection engine in a thread of its own, less urgent than every call.
 * Rejects with an `AbortError` after `timeoutMs` or when the process stops, and ends the thread in any case.
 */
export async function runInThread(
  file: string,
  task: object,
  { timeoutMs, stopping }: Limits,
): Promise<unknown> {
  const pool = new Piscina({
    filename: join(import.meta.dirname, 'selection', file),
    maxThreads: 1,
    // On other systems the whole process would become less urgent.
    niceIncrement: process.platform === 'linux' ? LESS_URGENT.bulk : 0,
  })
  try {
    const signals = [AbortSignal.timeout(timeoutMs), ...(stopping ? [stopping] : [])]
    return await pool.run(task, { signal: AbortSignal.any(signals) })
  } finally {
    await pool.destroy()
  }
}

import { threadId } from 'node:worker_threads'
import { codeOf } from '../error-fields.ts'
import { inspectFile, type Verdict } from './inspect.ts'

/** `start` is shared memory for the thread's id and the CPU milliseconds that it had used before. */
export type Inspection = { path: string; size: number; folder: string; start: Int32Array }
/** Between threads, an error keeps its code only in this form. */
export type Inspected = { verdict?: Verdict; error?: { message: string; code: string | undefined } }

/** Writes this thread's id and the CPU time it has used so far, so that it can be watched from outside. */
export function recordStart({ start }: Pick<Inspection, 'start'>): void {
  const { user, system } = process.threadCpuUsage()
  start[1] = (user + system) / 1_000
  start[0] = threadId
}

/** Inspects one file at a time. Its bytes never leave this thread. */
export default async function inspect(task: Inspection): Promise<Inspected> {
  recordStart(task)
  try {
    return { verdict: await inspectFile(task, task.folder) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { error: { message, code: codeOf(error) || undefined } }
  }
}

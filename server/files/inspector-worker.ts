import { threadId } from 'node:worker_threads'
import { inspectFile, type Verdict } from './inspect.ts'

export type Inspection = { path: string; size: number; folder: string; begun: Int32Array }
/** Between threads, an error keeps its code only in this form. */
export type Inspected = { verdict?: Verdict; error?: { message: string; code: string | undefined } }

/** Reports this thread's id and the CPU time it has used so far, so that it can be watched from outside. */
export function begin({ begun }: Pick<Inspection, 'begun'>): void {
  const { user, system } = process.threadCpuUsage()
  begun[1] = (user + system) / 1_000
  begun[0] = threadId
}

/** One file at a time; its bytes never leave this thread. */
export default async function inspect(task: Inspection): Promise<Inspected> {
  begin(task)
  try {
    return { verdict: await inspectFile(task, task.folder) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    return { error: { message, code } }
  }
}

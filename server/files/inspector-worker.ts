import { threadId } from 'node:worker_threads'
import { codeOf } from '../error-fields.ts'
import { inspectFile, type Verdict } from './inspect.ts'

/**
 * `copyName` is the name that a copy without personal data gets in `folder`. `start` is memory that the
 * threads share. Its first number is the id of the inspecting thread. The second is the CPU time, in
 * milliseconds, that the thread had used before this file.
 */
export type InspectionTask = {
  path: string
  size: number
  folder: string
  copyName: string
  start: Int32Array
}
/** The outcome of an inspection. An error that is sent between threads keeps its code only in this form. */
export type InspectionOutcome = { verdict?: Verdict; error?: { message: string; code: string | undefined } }

/**
 * Writes this thread's id and the CPU time it has used so far. So another thread can watch how long it works.
 */
export function recordStart({ start }: Pick<InspectionTask, 'start'>): void {
  const { user, system } = process.threadCpuUsage()
  const cpuMs = (user + system) / 1_000
  start[1] = cpuMs
  // The id is written last: when it is visible, the CPU time is valid too.
  start[0] = threadId
}

/** Inspects one file at a time. The file's bytes never leave this thread. */
export default async function inspect(task: InspectionTask): Promise<InspectionOutcome> {
  recordStart(task)
  try {
    return { verdict: await inspectFile(task, task.folder, task.copyName) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { error: { message, code: codeOf(error) || undefined } }
  }
}

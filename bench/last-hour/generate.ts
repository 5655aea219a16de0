import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Capacity, Report, Task } from './generator.ts'

/** Where the callers run; the portal and its database have the first. */
export const CALLERS_CORE = cpus().length - 1

/** Runs the generator in a process of its own, on the last core. */
export const generate = <T extends Task>(task: T) =>
  runBeside<T extends { is: 'capacity' } ? Capacity : Report>('generator.ts', task)

/**
 * Runs a program of this folder in a process of its own, on the last core: it reads its task from one file
 * and writes its report to another.
 */
export async function runBeside<Answer>(name: string, task: unknown): Promise<Answer> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const [taskFile, reportFile] = ['task.json', 'report.json'].map((name) => join(folder, name)) as [
      string,
      string,
    ]
    writeFileSync(taskFile, JSON.stringify(task))
    await promisify(execFile)('taskset', [
      '-c',
      String(CALLERS_CORE),
      process.execPath,
      join(import.meta.dirname, name),
      taskFile,
      reportFile,
    ])
    return JSON.parse(readFileSync(reportFile, 'utf8')) as Answer
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What a program that `runBeside` starts does: reads its task, works, and writes what came of it. */
export async function answer<Task>(work: (task: Task) => Promise<unknown>): Promise<never> {
  const reportFile = await work(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')) as Task)
  writeFileSync(process.argv[3] ?? '', JSON.stringify(reportFile))
  process.exit(0)
}

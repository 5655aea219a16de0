import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Capacity, Task } from './generator.ts'
import type { Report } from './storm-report.ts'

/** The processor core on which the callers run. The portal and its database run on the first core. */
export const CALLERS_CORE = cpus().length - 1

/** Runs the load generator in its own process, on the last processor core. */
export const generate = <T extends Task>(task: T) =>
  runBeside<T extends { mode: 'capacity' } ? Capacity : Report>('generator.ts', task)

/**
 * Runs a program of this folder in its own process, on the last processor core. The program reads its task
 * from one file and writes its report to another.
 */
export async function runBeside<ProgramReport>(program: string, task: unknown): Promise<ProgramReport> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const taskFile = join(folder, 'task.json')
    const reportFile = join(folder, 'report.json')
    writeFileSync(taskFile, JSON.stringify(task))
    await promisify(execFile)('taskset', [
      '-c',
      String(CALLERS_CORE),
      process.execPath,
      join(import.meta.dirname, program),
      taskFile,
      reportFile,
    ])
    return JSON.parse(readFileSync(reportFile, 'utf8')) as ProgramReport
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The main function of each program that `runBeside` starts: reads the task, works, writes the report. */
export async function runTask<Task>(work: (task: Task) => Promise<unknown>): Promise<never> {
  const [taskFile = '', reportFile = ''] = process.argv.slice(2)
  const report = await work(JSON.parse(readFileSync(taskFile, 'utf8')) as Task)
  writeFileSync(reportFile, JSON.stringify(report))
  process.exit(0)
}

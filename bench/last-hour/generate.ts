import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Capacity, Report, Task } from './generator.ts'

/** Runs the generator in a process of its own, on the last core. */
export async function generate<T extends Task>(task: T): Promise<T extends { is: 'capacity' } ? Capacity : Report> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const [asked, report] = ['task.json', 'report.json'].map((name) => join(folder, name)) as [string, string]
    writeFileSync(asked, JSON.stringify(task))
    const program = join(import.meta.dirname, 'generator.ts')
    await promisify(execFile)('taskset', ['-c', String(cpus().length - 1), process.execPath, program, asked, report])
    return JSON.parse(readFileSync(report, 'utf8')) as T extends { is: 'capacity' } ? Capacity : Report
  } finally {
    rmSync(folder, { recursive: true })
  }
}

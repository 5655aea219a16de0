import { readFileSync } from 'node:fs'
import inspect, { recordStart, type InspectionTask } from '../../server/files/inspector-worker.ts'

/**
 * A file reader that a file can break: its first line makes it spin, fill the memory, wait for ever or throw.
 */
export default async function ruined(task: InspectionTask) {
  const [word] = readFileSync(task.path, 'latin1').split('\n')
  recordStart(task)
  if (word === 'spin') for (;;);
  if (word === 'expression') /^(?:a|a)*$/.test(`${'a'.repeat(60)}b`)
  if (word === 'fill')
    for (const all: string[][] = []; ; )
      all.push(Array.from({ length: 1_000 }, (_, index) => `${index} of ${all.length}`))
  if (word === 'wait') await new Promise((never) => setTimeout(never, 600_000))
  if (word === 'leave') process.exit(1)
  return inspect(task)
}

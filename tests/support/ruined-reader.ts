import { readFileSync } from 'node:fs'
import inspect, { recordStart, type InspectionTask } from '../../server/files/inspector-worker.ts'

/**
 * The worker that inspects files, in a version that a file can break. The first line of the file makes it
 * spin, fill the memory, wait for ever or end its process. A picture can make it spin after the inspection.
 */
export default async function ruined(task: InspectionTask) {
  const content = readFileSync(task.path, 'latin1')
  const [command] = content.split('\n')
  recordStart(task)
  if (command === 'spin') for (;;);
  if (command === 'expression') /^(?:a|a)*$/.test(`${'a'.repeat(60)}b`)
  if (command === 'fill')
    for (const all: string[][] = []; ; )
      all.push(Array.from({ length: 1_000 }, (_, index) => `${index} of ${all.length}`))
  if (command === 'wait') await new Promise((never) => setTimeout(never, 600_000))
  if (command === 'leave') process.exit(1)
  const outcome = await inspect(task)
  if (content.includes('spin after the copy')) for (;;);
  return outcome
}

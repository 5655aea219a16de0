import { join } from 'node:path'
import { after, describe } from 'node:test'

const root = join(import.meta.dirname, '../..')
/** Of one file; each of its tests has a shorter time. */
const LONGEST_MS = 600_000
const TO_END_MS = 20_000

/**
 * Tries some files of tests in one process, one after the other, and each as a suite under its name: what it sets up before its tests
 * is set up for them alone. To start a process and read the portal into it costs more than what most of them try.
 */
export function several(files: string[]) {
  for (const file of files)
    describe(file, { timeout: LONGEST_MS }, async () => {
      await import(join(root, file))
    })
  after(() =>
    setTimeout(() => {
      console.error(`Something is left open by one of ${files.join(', ')}: ${process.getActiveResourcesInfo().join(', ')}`)
      process.exit(1)
    }, TO_END_MS).unref(),
  )
}

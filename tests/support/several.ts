import { join } from 'node:path'
import { after, describe } from 'node:test'

const root = join(import.meta.dirname, '../..')
/** The time limit of one test file. Each of its tests has a shorter limit. */
const LONGEST_MS = 600_000
const TO_END_MS = 20_000

/**
 * Runs several test files in one process, one after the other, each as a suite with its own setup. Starting a
 * process and loading the portal takes longer than most of these tests.
 */
export function several(files: string[]) {
  for (const file of files)
    describe(file, { timeout: LONGEST_MS }, async () => {
      await import(join(root, file))
    })
  // The timer that reports open handles does not keep the process alive. It fires only if something else
  // does.
  after(() =>
    setTimeout(() => {
      console.error(
        `Something is left open by one of ${files.join(', ')}: ${process.getActiveResourcesInfo().join(', ')}`,
      )
      process.exit(1)
    }, TO_END_MS).unref(),
  )
}

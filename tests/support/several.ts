import { createHook } from 'node:async_hooks'
import { join } from 'node:path'
import { after, describe } from 'node:test'

const root = join(import.meta.dirname, '../..')
/** The limit of one file; each of its tests has a shorter one. */
const LONGEST_MS = 600_000
const TO_END_MS = 20_000

/**
 * The runner follows each promise and socket to the test that made it, which is a fifth of the CPU time of
 * these files. Without that, an error that nobody catches fails its group of files, not its test.
 */
function followNoPromises() {
  const { prototype } = createHook({}).constructor as { prototype: { enable(): unknown } }
  prototype.enable = function enable() {
    return this
  }
}

/**
 * Runs some test files in one process, one after the other, each as a suite with its own setup. Starting a
 * process and loading the portal costs more than most of these tests.
 */
export function several(files: string[]) {
  followNoPromises()
  for (const file of files)
    describe(file, { timeout: LONGEST_MS }, async () => {
      await import(join(root, file))
    })
  after(() =>
    setTimeout(() => {
      console.error(
        `Something is left open by one of ${files.join(', ')}: ${process.getActiveResourcesInfo().join(', ')}`,
      )
      process.exit(1)
    }, TO_END_MS).unref(),
  )
}

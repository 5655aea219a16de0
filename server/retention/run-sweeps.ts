import { restAfterParts } from '../worker.ts'

/** Handles up to `limit` rows whose time is over. Returns how many: below `limit`, no such row is left. */
export type Sweep = (limit: number) => Promise<number>

/** The rows deleted in one part: few, so that no one waits long, but enough for a million rows in a day. */
export const PART_ROWS = 200
/** The most parts of each sweep in one pass. The rows that are left wait for the next pass. */
const PARTS_IN_PASS = 50

type Options = {
  rows?: number
  /** True while the portal is busy. Then the sweep stops, and its other rows wait for the next pass. */
  isBusy?: () => boolean
  stopping?: AbortSignal | undefined
}

/**
 * Runs each sweep in small parts. After each part it rests for as long as the part took. A sweep that fails
 * does not stop the others.
 * @throws the first error, after all sweeps have run
 */
export async function runSweeps(
  sweeps: Readonly<Record<string, Sweep>>,
  { rows = PART_ROWS, isBusy = () => false, stopping }: Options = {},
): Promise<void> {
  const errors: unknown[] = []
  for (const sweep of Object.values(sweeps)) {
    try {
      const rest = restAfterParts()
      for (let part = 0; part < PARTS_IN_PASS && !stopping?.aborted; part++) {
        if ((await sweep(rows)) < rows || isBusy()) break
        await rest()
      }
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

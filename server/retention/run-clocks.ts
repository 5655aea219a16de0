import { restAfterParts } from '../worker.ts'

/** Deletes at most so many rows that are over. Returns how many it found: fewer than `limit` means done. */
export type Sweep = (limit: number) => Promise<number>

/** Small enough that no one waits long for its locks, and large enough for a million rows in a day. */
export const PART_ROWS = 200
/** A pass of each clock ends after so many parts. The rest waits for the next pass. */
const PARTS_IN_PASS = 50

type Options = {
  rows?: number
  /** True while people wait for the portal: what is left waits for the next pass. */
  isBusy?: () => boolean
  stopping?: AbortSignal | undefined
}

/**
 * Runs each clock in small parts, and rests after each part for as long as the part took. One that fails does
 * not stop the others.
 * @throws the first error, after all clocks have run
 */
export async function runClocks(
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

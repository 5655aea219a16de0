/**
 * The outcome of a group of tests in `npm test` (run.ts). `failedIn` lists the files with failed tests, which
 * run a second time. `seconds` has the time of each file.
 */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  failedIn?: string[]
  seconds?: [file: string, seconds: number][]
}

/** Adds up the outcomes of several groups of tests. */
export const joined = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  skipped: outcomes.reduce((total, { skipped }) => total + skipped, 0),
  failedIn: outcomes.flatMap(({ failedIn = [] }) => failedIn),
  seconds: outcomes.flatMap(({ seconds = [] }) => seconds),
})

/** Prints the 15 slowest test files. */
export function printSlowest(seconds: [file: string, seconds: number][]): void {
  const slowest = seconds.toSorted(([, left], [, right]) => right - left).slice(0, 15)
  for (const [file, took] of slowest) console.log(`${took.toFixed(1).padStart(7)} s  ${file}`)
}

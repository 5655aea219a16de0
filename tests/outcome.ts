/** `failedIn`: the files of what failed, for their second try. `seconds`: what each file took. */
export type Outcome = {
  passed: number
  failed: number
  skipped: number
  failedIn?: string[]
  seconds?: [file: string, seconds: number][]
}

/** The outcome of all of them. */
export const joined = (outcomes: Outcome[]): Outcome => ({
  passed: outcomes.reduce((total, { passed }) => total + passed, 0),
  failed: outcomes.reduce((total, { failed }) => total + failed, 0),
  skipped: outcomes.reduce((total, { skipped }) => total + skipped, 0),
  failedIn: outcomes.flatMap(({ failedIn = [] }) => failedIn),
  seconds: outcomes.flatMap(({ seconds = [] }) => seconds),
})

/** The files that took longest: where the time of the suite goes. */
export function printSlowest(seconds: [file: string, seconds: number][]): void {
  const slowest = seconds.toSorted(([, left], [, right]) => right - left).slice(0, 15)
  for (const [file, took] of slowest) console.log(`${took.toFixed(1).padStart(7)} s  ${file}`)
}

/** What officers are told in sums. */
export const REPORTS = {
  /** Sums of people below this are not told. */
  least: 5,
  /** Gender and disability are told of whole blocks of so many applications, in the order they came: no single one can be told apart. */
  block: 20,
  hours: 48,
  days: 92,
  /** The open page asks again by itself. */
  refreshMs: 30_000,
  /** For how long one answer serves all officers; what is costly and slow to change, longer. */
  keptMs: 5_000,
  keptLongMs: 60_000,
  /** Rows of a table. */
  jobs: 50,
  faults: 20,
  /** Counts stop here. */
  most: 10_000,
  /** Of the sentences people met: how often they are written down, how many different ones meanwhile, and how long they are kept. */
  faultsEveryMs: 10_000,
  faultsHeld: 1_000,
  faultDays: 92,
  faultsShownDays: 7,
  /** Dead letters sent again at a time. */
  retried: 1_000,
} as const

/** People buy data in units of 1,000. */
export const BYTES_PER_KB = 1_000

/**
 * The most that the portal may cost in data, with an empty cache. Tests and `npm run bench -- bytes` measure
 * it, and help pages name it.
 */
export const DATA_COST = {
  /** What a device receives for the first view of the home page. */
  firstViewBytes: 60_000,
  /** What it receives from the home page to the receipt, for a job that asks for no documents. */
  journeyBytes: 290_000,
  /** What it sends on the same way: mostly the headers of its requests. */
  journeySentBytes: 60_000,
} as const

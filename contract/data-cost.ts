/** Mobile data is sold in megabytes of 1,000 kilobytes, so a kilobyte here has 1,000 bytes. */
export const BYTES_PER_KB = 1_000

/**
 * The most data that the portal may use on a phone with an empty cache. Tests and `npm run bench -- bytes`
 * measure it, and help pages name it.
 */
export const DATA_COST = {
  /** Bytes that a device receives for the first view of the home page. */
  firstViewBytes: 60_000,
  /** Bytes that a device receives from the home page to the receipt, for a job that asks for no documents. */
  journeyBytes: 290_000,
  /** Bytes that a device sends from the home page to the receipt: mostly request headers. */
  journeySentBytes: 60_000,
} as const

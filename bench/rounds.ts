/** How often each side of a comparison is measured, and for how long. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
export const SECONDS = 2

/** The middle value; for an even count, the upper of the two in the middle. */
export const median = (values: number[]) =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN

/**
 * `product` is the rate of the portal, and `limit` the rate of what it is compared with. `ratio` is product
 * over limit, with its extremes over the rounds.
 */
export type Measured = { limit: number; product: number; ratio: number; lowest: number; highest: number }

/**
 * Measures `limit` and `product` in turn, after one round that warms both up and does not count. The result
 * is the median of the ratios of the rounds: other work on the machine then slows down both sides alike.
 */
export async function compare(
  rounds: number,
  limit: () => Promise<number>,
  product: () => Promise<number>,
): Promise<Measured> {
  await limit()
  await product()
  const pairs: { limit: number; product: number }[] = []
  for (let round = 0; round < rounds; round++) pairs.push({ limit: await limit(), product: await product() })
  const ratios = pairs.map((pair) => pair.product / pair.limit)
  return {
    limit: median(pairs.map((pair) => pair.limit)),
    product: median(pairs.map((pair) => pair.product)),
    ratio: median(ratios),
    lowest: Math.min(...ratios),
    highest: Math.max(...ratios),
  }
}

/** How many rounds measure each side of a comparison, and how long each takes. */
export const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9)
export const SECONDS = 2

/** The median. For an even count, the upper one of the two middle values. */
export const median = (values: number[]) =>
  [...values].sort((left, right) => left - right)[values.length >> 1] ?? Number.NaN

/**
 * `product` is the portal's rate, and `limit` is the rate of the program with which it is compared. `ratio`
 * is product over limit, with its lowest and highest value over the rounds.
 */
export type Measured = { limit: number; product: number; ratio: number; lowest: number; highest: number }

/**
 * Measures `limit` and `product` in turn, after one dropped round that warms both up. The result is the
 * median ratio of the rounds, because other work on the machine then slows down both sides alike.
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

import { LINE } from '#contract/line/line.ts'

/** The mark of the line: everyone who came by `until` (in ms) passes; `rate` people a second are admitted. */
export type Mark = { until: number; rate: number }

/** Logins and registrations a second: the limits of the rate. */
const RATE = { least: 1, most: 5_000 }
/** The queue is this long only when more come than fit. */
const FULL_MS = 40
const FREE_MS = 20

/**
 * Admitted people come within this time: they check every ten seconds. The effect of a cut is not visible
 * before.
 */
const SETTLE_MS = LINE.lookMs + 2_000

/**
 * `turnedAway`: only people whose turn had come. Newcomers who are turned away say nothing about the rate.
 */
type LineLoad = { queueMs: number; turnedAway: number }

/** `cutAt`: when the rate was last cut; `away`: how many of the people called were turned away since. */
export type Rate = { rate: number; cutAt?: number | undefined; away?: number }

/**
 * The rate after one more second. It doubles in half a minute until it is too high for the first time. From
 * then on it grows by less, and is cut by a tenth at most once in SETTLE_MS, or by half when most were turned
 * away. With a cut each second, it would be next to nothing when the first cut is felt, and the waits shown
 * so far would be wrong.
 */
export function nextRate(
  { rate, cutAt, away = 0 }: Rate,
  load: LineLoad,
  lineIsEmpty: boolean,
  now: number,
): Rate {
  const allAway = away + load.turnedAway
  if (cutAt !== undefined && now >= cutAt && now - cutAt < SETTLE_MS) return { rate, cutAt, away: allAway }
  if (load.turnedAway > 0 || load.queueMs > FULL_MS) {
    const mostWereAway = allAway > (rate * SETTLE_MS) / 1_000 / 2
    return { rate: Math.max(RATE.least, rate * (mostWereAway ? 0.5 : 0.9)), cutAt: now }
  }
  if (load.queueMs >= FREE_MS || lineIsEmpty) return { rate, cutAt }
  return { rate: Math.min(RATE.most, cutAt === undefined ? rate * 1.02 + 0.1 : rate * 1.01 + 0.1), cutAt }
}

/**
 * How many tickets were issued in each second of the last two hours. One number a second, however many wait:
 * nothing else is known of them.
 * A second is overwritten when it is two hours old, because its tickets are no longer valid.
 */
export function arrivals() {
  const seconds = LINE.ticketMs / 1000
  const counts = new Uint32Array(seconds)
  let newest = -Infinity
  const secondOf = (position: number) => Math.floor(position / 1000)
  const turnTo = (second: number) => {
    // The clock went back by hours: the counts are of a time that will come again.
    if (second < newest - 60) {
      counts.fill(0)
      newest = second
    }
    for (let index = Math.max(newest + 1, second - seconds + 1); index <= second; index++)
      counts[index % seconds] = 0
    newest = Math.max(newest, second)
  }
  const at = (second: number) =>
    second > newest || second <= newest - seconds ? 0 : (counts[second % seconds] ?? 0)
  return {
    count(now: number) {
      turnTo(secondOf(now))
      const place = secondOf(now) % seconds
      counts[place] = (counts[place] ?? 0) + 1
    },
    at,
    /** Tickets between the mark and a place. */
    ahead(until: number, place: number) {
      const last = Math.min(secondOf(place), newest)
      let sum = -at(secondOf(until)) * ((until % 1000) / 1000)
      for (let second = secondOf(until); second <= last; second++) sum += at(second)
      if (last === secondOf(place)) sum -= at(last) * (1 - (place % 1000) / 1000)
      return Math.max(0, sum)
    },
  }
}
export type Arrivals = ReturnType<typeof arrivals>

/**
 * Moves the mark past the next `people` tickets, within one second by the random part, and never beyond the
 * present.
 */
export function moveOn(until: number, people: number, { at }: Pick<Arrivals, 'at'>, now: number): number {
  // A mark ahead of the clock would let everyone pass until the clock caught up.
  const from = until > now + LINE.aheadMs ? now : until
  let mark = Math.max(from, now - LINE.ticketMs)
  let left = people
  while (mark < now) {
    const second = Math.floor(mark / 1000)
    const end = Math.min(now, (second + 1) * 1000)
    const density = at(second) / 1000
    const here = density * (end - mark)
    if (here > left) return mark + left / density
    left -= here
    mark = end
  }
  return Math.max(from, now)
}

/**
 * What the last minute admitted, or the time since the line started: seconds of arrival time, and tickets,
 * per second. Bounded: one entry a second.
 */
export function lastMinute() {
  const entries: { at: number; until: number; rate: number }[] = []
  return (now: number, { until, rate }: Mark) => {
    entries.push({ at: now, until, rate })
    while (entries.length > 61 || now - (entries[0]?.at ?? now) > 60_000) entries.shift()
    const first = entries[0] ?? { at: now, until, rate }
    const perSecond = entries.reduce((sum, entry) => sum + entry.rate, 0) / entries.length
    return {
      pace: now - first.at < 1_000 ? 1 : Math.max(0.001, (until - first.until) / (now - first.at)),
      perSecond,
    }
  }
}

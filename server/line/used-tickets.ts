/**
 * An admitted person may mistype a password, or find the portal busy for a moment: forms try again by
 * themselves.
 */
const TRIES = 30
const MOST = 50_000

/**
 * How often the holder of a place used an entrance: thirty times, and no more after success. A place that is
 * handed on admits one person, at the worst thirty who come at the same moment. Only this process knows the
 * counts, in 5 MB; when that is full the older half is dropped, and such a place opens the entrance again.
 */
export function usedTickets(most: number = MOST) {
  // No lru-cache: places of this size hold 1 MB from the start, and reading must keep no place longer.
  let [recent, older] = [new Map<number, number>(), new Map<number, number>()]
  const timesOf = (place: number) => recent.get(place) ?? older.get(place) ?? 0
  const put = (place: number, times: number) => {
    if (recent.size >= most / 2) [recent, older] = [new Map(), recent]
    recent.set(place, times)
  }
  return {
    isSpent: (place: number) => timesOf(place) >= TRIES,
    use: (place: number) => put(place, timesOf(place) + 1),
    spend: (place: number) => put(place, TRIES),
    size: () => recent.size + older.size,
  }
}

import type { Place } from './ticket.ts'

/**
 * More than one use, because a person may mistype a password, and forms try again by themselves when it is
 * busy.
 */
const MAX_USES = 30
/** The most places whose uses are counted: about 5 MB. */
const MAX_PLACES = 50_000

/**
 * How often each place was used at one entrance: thirty times at most, and no more after success. So a place
 * that is handed on admits one person, or at worst thirty who come at the same moment. Only this process
 * knows the counts. When the memory is full, the older half is dropped. Its places then open the entrance
 * again.
 */
export function usedTickets(maxPlaces: number = MAX_PLACES) {
  // Not an lru-cache: one of this size takes 1 MB from the start. Each read would also prolong an entry.
  let recent = new Map<Place, number>()
  let older = new Map<Place, number>()
  const usesOf = (place: Place) => recent.get(place) ?? older.get(place) ?? 0
  const put = (place: Place, uses: number) => {
    if (recent.size >= maxPlaces / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(place, uses)
  }
  return {
    isSpent: (place: Place) => usesOf(place) >= MAX_USES,
    use: (place: Place) => put(place, usesOf(place) + 1),
    spend: (place: Place) => put(place, MAX_USES),
    size: () => recent.size + older.size,
  }
}

import type { Place } from './ticket.ts'

/**
 * How often one ticket may be used. A person may mistype a password, and forms try again by themselves while
 * the portal is busy.
 */
const MAX_USES = 30
/** The most places in the line whose uses are counted: about 5 MB. */
const MAX_PLACES = 50_000

/**
 * Counts how often each place in the line was used for one action: thirty times at most. After success, the
 * place is used up for this action. So a place that is passed on admits one person, or at worst thirty who
 * come at the same moment. The counts are only in this process. When too many places are stored, the older
 * half is dropped and may enter again.
 */
export function placeUses(maxPlaces: number = MAX_PLACES) {
  // The places are in two Maps. An lru-cache takes 1 MB from the start. It would also store an entry
  // longer after each time that the entry is read.
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

import { halvingMap } from '../halving-map.ts'
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
  const { get, set, size } = halvingMap<Place, number>(maxPlaces)
  const usesOf = (place: Place) => get(place) ?? 0
  return {
    isSpent: (place: Place) => usesOf(place) >= MAX_USES,
    use: (place: Place) => set(place, usesOf(place) + 1),
    spend: (place: Place) => set(place, MAX_USES),
    size,
  }
}

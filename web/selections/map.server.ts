import { countyMapAddress, stepAt, stepsOf } from '#contract/locations/county-map.ts'
import { COUNTY_MAP } from '#contract/locations/county-paths.ts'

const WIDTH_PX = 260

type County = { code: number; name: string; seats: number; people: number }

/**
 * The map, with these counties shaded by people for each seat: its address and size. `steps`: from which
 * number of people each shade is used.
 */
function mapOf(counties: County[]) {
  const seated = counties.filter(({ seats }) => seats > 0)
  if (seated.length === 0) return undefined
  const ratioOf = ({ people, seats }: County) => people / seats
  const steps = stepsOf(Math.ceil(Math.max(...seated.map(ratioOf))))
  return {
    address: countyMapAddress(
      // With less than one person for each seat, a county has the lightest shade.
      seated.map((county) => ({ code: county.code, shade: Math.max(1, stepAt(steps, ratioOf(county))) })),
    ),
    width: WIDTH_PX,
    height: Math.round((WIDTH_PX * COUNTY_MAP.height) / COUNTY_MAP.width),
    steps,
  }
}

/** Seats against people by county, for the map and the table. */
export const seatsByCounty = (counties: County[]) => ({
  map: mapOf(counties),
  counties: counties.map(({ code, name, seats, people }) => ({
    code,
    name,
    seats,
    people,
    forEach: seats > 0 ? (people / seats).toFixed(1) : null,
  })),
})
export type SeatsByCounty = ReturnType<typeof seatsByCounty>

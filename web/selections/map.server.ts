import { countyMapAddress, stepAt, stepsOf } from '#contract/locations/county-map.ts'
import { COUNTY_MAP } from '#contract/locations/county-paths.ts'

const WIDTH_PX = 260

type County = { code: number; name: string; seats: number; people: number }

/**
 * Makes the map whose counties are shaded by the number of people for each seat. Returns its address and its
 * size in pixels. `steps`: the number of people for each seat from which each shade is used.
 */
function mapOf(counties: County[]) {
  const seated = counties.filter(({ seats }) => seats > 0)
  if (seated.length === 0) return undefined
  const ratioOf = ({ people, seats }: County) => people / seats
  const steps = stepsOf(Math.ceil(Math.max(...seated.map(ratioOf))))
  return {
    address: countyMapAddress(
      // A county with less than one person for each seat has the lightest shade.
      seated.map((county) => ({ code: county.code, shade: Math.max(1, stepAt(steps, ratioOf(county))) })),
    ),
    width: WIDTH_PX,
    height: Math.round((WIDTH_PX * COUNTY_MAP.height) / COUNTY_MAP.width),
    steps,
  }
}

/** The seats and the people of each county, for the map and the table. */
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

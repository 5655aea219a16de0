import { countyMapAddress } from '#contract/locations/county-map.ts'
import { COUNTY_MAP } from '#contract/locations/county-paths.ts'

const WIDTH_PX = 260

/** The map of the country with these counties shaded: its address and its size on the page. */
export const mapOf = (codes: readonly number[]) => ({
  address: countyMapAddress(codes),
  width: WIDTH_PX,
  height: Math.round((WIDTH_PX * COUNTY_MAP.height) / COUNTY_MAP.width),
})

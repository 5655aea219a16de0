import { call } from '../api.ts'
import { useOnDemand } from '../staff-ui/use-on-demand.ts'

/** The kind of the place whose parts are loaded. It is also the name of the call's query parameter. */
type OuterKind = 'county' | 'constituency'

/** Loads the constituencies of a county, or the wards of a constituency. Without a code, loads none. */
export const loadPlaces = async (kind: OuterKind, code: string) =>
  code
    ? (await call('GET /api/staff/reference-data/places/', { query: { [kind]: Number(code) } })).places
    : []

/** The places inside others, for the dialog of an area. The press that needs them calls `load`. */
export const useAreaPlaces = () => ({
  constituencies: useOnDemand((county: string) => loadPlaces('county', county)),
  wards: useOnDemand((constituency: string) => loadPlaces('constituency', constituency)),
})
export type AreaPlaces = ReturnType<typeof useAreaPlaces>

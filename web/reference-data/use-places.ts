import { call } from '../api.ts'
import { useFetched } from '../staff-ui/use-fetched.ts'

/** The kind of the place whose parts are loaded. It is also the name of the call's query parameter. */
type OuterKind = 'county' | 'constituency'

/** Loads the constituencies of a county, or the wards of a constituency. Without a code, loads none. */
export const loadPlaces = async (kind: OuterKind, code: string) =>
  code
    ? (await call('GET /api/staff/reference-data/places/', { query: { [kind]: Number(code) } })).places
    : []

/** The places that `loadPlaces` loads, for the fields of a dialog; an empty list until they arrive. */
export const usePlaces = (kind: OuterKind, code: string) =>
  useFetched(`${kind} ${code}`, () => loadPlaces(kind, code)).data ?? []

import { call } from '../api.ts'
import { useFetched } from '../staff-ui/use-fetched.ts'

type Above = 'county' | 'constituency'

/** Loads the constituencies of a county, or the wards of a constituency. Without a code, loads none. */
export const loadPlaces = async (above: Above, code: string) =>
  code
    ? (await call('GET /api/staff/reference-data/places/', { query: { [above]: Number(code) } })).places
    : []

/** The places that `loadPlaces` loads, for the fields of a dialog; an empty list until they arrive. */
export const usePlaces = (above: Above, code: string) =>
  useFetched(`${above} ${code}`, () => loadPlaces(above, code)).data ?? []

import { call } from '../api.ts'
import { useFetched } from '../staff-ui/use-fetched.ts'

type Above = 'county' | 'constituency'

/** The present constituencies of a county, or wards of a constituency. Without a code, there are none. */
export const loadPlaces = async (above: Above, code: string) =>
  code
    ? (await call('GET /api/staff/reference-data/places/', { query: { [above]: Number(code) } })).places
    : []

/** The places that `loadPlaces` gives, for the fields of a dialog; none until they are loaded. */
export const usePlaces = (above: Above, code: string) =>
  useFetched(`${above} ${code}`, () => loadPlaces(above, code)).data ?? []

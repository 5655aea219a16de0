import { call } from '../../api.ts'
import { useAnswer } from '../../use-answer.ts'

/** The constituencies of a county or the wards of a constituency, as they are now; empty while nothing is chosen above them. */
export const usePlaces = (of: 'county' | 'constituency', code: string, round = 0) =>
  useAnswer(`${of} ${code} ${round}`, async () => (code ? (await call('GET /api/staff/lookups/places/', { query: { [of]: Number(code) } })).places : []))

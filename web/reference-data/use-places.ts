import { call } from '../api.ts'
import { useAnswer } from '../use-answer.ts'

/** The present constituencies of a county or wards of a constituency; empty while none is chosen above. */
export const usePlaces = (of: 'county' | 'constituency', code: string, round = 0) =>
  useAnswer(`${of} ${code} ${round}`, async () =>
    code
      ? (await call('GET /api/staff/reference-data/places/', { query: { [of]: Number(code) } })).places
      : [],
  )

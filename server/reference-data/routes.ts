import type { Tx } from '../database/connect.ts'
import { answer, type Route } from '../endpoints/serve.ts'
import { presentReferenceData } from './change.ts'
import { addArea, addCentre, changeArea, changeCentre, changeType } from './entries.ts'
import { addLevel, changeLevel } from './levels.ts'
import { renamePlace } from './rename-place.ts'
import { findConstituencies, findWards } from './store.ts'

/** Lists the constituencies of a county, or the wards of a constituency. */
const findPlacesInside = async (
  tx: Tx,
  { county, constituency }: { county?: number | undefined; constituency?: number | undefined },
) => {
  if (constituency) return findWards(tx, constituency)
  return county ? findConstituencies(tx, county) : []
}

export const staffReferenceDataRoutes: Route[] = [
  answer('GET /api/staff/reference-data/', (deps) => presentReferenceData(deps.db)),
  answer('GET /api/staff/reference-data/places/', async (deps, { query }) => ({
    places: await findPlacesInside(deps.db, query),
  })),
  answer('PATCH /api/staff/reference-data/types/{id}/', changeType),
  answer('POST /api/staff/reference-data/levels/', addLevel),
  answer('PATCH /api/staff/reference-data/levels/{id}/', changeLevel),
  answer('POST /api/staff/reference-data/centres/', addCentre),
  answer('PATCH /api/staff/reference-data/centres/{id}/', changeCentre),
  answer('POST /api/staff/reference-data/areas/', addArea),
  answer('PATCH /api/staff/reference-data/areas/{id}/', changeArea),
  answer('PATCH /api/staff/reference-data/counties/{code}/', renamePlace('counties')),
  answer('PATCH /api/staff/reference-data/constituencies/{code}/', renamePlace('constituencies')),
  answer('PATCH /api/staff/reference-data/wards/{code}/', renamePlace('wards')),
]

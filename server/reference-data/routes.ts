import { answer, type Route } from '../endpoints/serve.ts'
import { presentReferenceData } from './change.ts'
import { addArea, addCentre, changeArea, changeCentre, changeType } from './entries.ts'
import { addLevel, changeLevel } from './levels.ts'
import { renamePlace } from './rename-place.ts'
import { findConstituencies, findWards } from './store.ts'

export const staffReferenceDataRoutes: Route[] = [
  answer('GET /api/staff/lookups/', (deps) => presentReferenceData(deps.db)),
  answer('GET /api/staff/lookups/places/', async (deps, { query: { county, constituency } }) => ({
    places: constituency
      ? await findWards(deps.db, constituency)
      : county
        ? await findConstituencies(deps.db, county)
        : [],
  })),
  answer('PATCH /api/staff/lookups/types/{id}/', changeType),
  answer('POST /api/staff/lookups/levels/', addLevel),
  answer('PATCH /api/staff/lookups/levels/{id}/', changeLevel),
  answer('POST /api/staff/lookups/centres/', addCentre),
  answer('PATCH /api/staff/lookups/centres/{id}/', changeCentre),
  answer('POST /api/staff/lookups/areas/', addArea),
  answer('PATCH /api/staff/lookups/areas/{id}/', changeArea),
  answer('PATCH /api/staff/lookups/counties/{code}/', renamePlace('counties')),
  answer('PATCH /api/staff/lookups/constituencies/{code}/', renamePlace('constituencies')),
  answer('PATCH /api/staff/lookups/wards/{code}/', renamePlace('wards')),
]

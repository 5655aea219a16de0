import { LOOKUP_WORDS } from '#contract/lookup-words.ts'
import { brokenForeignKey, isDuplicate } from '../database/connect.ts'
import { refuse, refuseFaults } from '../http/refuse.ts'
import type { Act } from '../http/serve.ts'
import { presentLookups, recordAdded, recordChange } from './change.ts'
import { type AreaRow, type CentreRow, insertArea, insertCentre, lockArea, lockCentre, lockType, writeArea, writeCentre, writeType } from './store.ts'

const FIELDS: Record<string, Record<string, string>> = {
  huduma_centres_county_code_fkey: { county: LOOKUP_WORDS.county },
  by_election_areas_county_code_fkey: { county: LOOKUP_WORDS.county },
  by_election_areas_in_county: { constituency: LOOKUP_WORDS.constituency },
  by_election_areas_constituency_code_fkey: { constituency: LOOKUP_WORDS.constituency },
  by_election_areas_in_constituency: { ward: LOOKUP_WORDS.ward },
  by_election_areas_ward_code_fkey: { ward: LOOKUP_WORDS.ward },
}

/** What the database refuses of an entry, at the field where it belongs. */
const atField = (error: unknown): never => {
  if (isDuplicate(error, 'job_types_name_key')) throw refuseFaults({ name: LOOKUP_WORDS.nameTaken })
  const faults = FIELDS[brokenForeignKey(error) ?? '']
  throw faults ? refuseFaults(faults) : error
}

export const changeType: Act<'PATCH /api/staff/lookups/types/{id}/'> = (deps, { params: { id }, body, staff }) =>
  deps.db
    .tx(async (tx) => {
      const before = await lockType(tx, id)
      if (!before) throw refuse('not_found')
      const after = { name: body.name.trim(), is_active: body.is_active }
      await recordChange(tx, staff, { list: 'types', id, reason: body.reason }, before, after, deps.now())
      await writeType(tx, id, after, deps.now())
      return presentLookups(tx)
    })
    .catch(atField)

type CentreAnswers = { name: string; location: string; county: number | undefined }
const centreOf = ({ name, location, county = 0 }: CentreAnswers): Omit<CentreRow, 'is_active'> => ({ name: name.trim(), location: location.trim(), county })

export const addCentre: Act<'POST /api/staff/lookups/centres/'> = (deps, { body, staff }) =>
  deps.db
    .tx(async (tx) => {
      const row = { ...centreOf(body), is_active: true }
      const made = await insertCentre(tx, row, deps.now())
      if (!made) throw refuse('failed')
      await recordAdded(tx, staff, { list: 'centres', id: made.id, reason: body.reason }, row, deps.now())
      return presentLookups(tx)
    })
    .catch(atField)

export const changeCentre: Act<'PATCH /api/staff/lookups/centres/{id}/'> = (deps, { params: { id }, body, staff }) =>
  deps.db
    .tx(async (tx) => {
      const before = await lockCentre(tx, id)
      if (!before) throw refuse('not_found')
      const after = { ...centreOf(body), is_active: body.is_active }
      await recordChange(tx, staff, { list: 'centres', id, reason: body.reason }, before, after, deps.now())
      await writeCentre(tx, id, after, deps.now())
      return presentLookups(tx)
    })
    .catch(atField)

type AreaAnswers = { name: string; position_type?: string | undefined; county: number | undefined; constituency: number | undefined; ward: number | undefined }
// What is elected says how far down the area goes: what lies below is not kept.
const areaOf = ({ name, position_type = '', county = 0, constituency, ward }: AreaAnswers): Omit<AreaRow, 'is_active'> => ({
  name: name.trim(),
  position_type,
  county,
  constituency: position_type === 'SENATOR' ? null : (constituency ?? null),
  ward: position_type === 'MCA' ? (ward ?? null) : null,
})

export const addArea: Act<'POST /api/staff/lookups/areas/'> = (deps, { body, staff }) =>
  deps.db
    .tx(async (tx) => {
      const row = { ...areaOf(body), is_active: true }
      const made = await insertArea(tx, row, deps.now())
      if (!made) throw refuse('failed')
      await recordAdded(tx, staff, { list: 'areas', id: made.id, reason: body.reason }, row, deps.now())
      return presentLookups(tx)
    })
    .catch(atField)

export const changeArea: Act<'PATCH /api/staff/lookups/areas/{id}/'> = (deps, { params: { id }, body, staff }) =>
  deps.db
    .tx(async (tx) => {
      const before = await lockArea(tx, id)
      if (!before) throw refuse('not_found')
      const after = { ...areaOf(body), is_active: body.is_active }
      await recordChange(tx, staff, { list: 'areas', id, reason: body.reason }, before, after, deps.now())
      await writeArea(tx, id, after, deps.now())
      return presentLookups(tx)
    })
    .catch(atField)

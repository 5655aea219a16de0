import { REFERENCE_DATA_WORDS, type ReferenceList } from '#contract/reference-data/words.ts'
import { brokenForeignKey, isDuplicate, type Tx } from '../database/connect.ts'
import type { Deps } from '../deps.ts'
import { refuse, refuseFields } from '../http/refuse.ts'
import type { Handler } from '../endpoints/serve.ts'
import type { Staff } from '../sessions/staff-session.ts'
import { presentReferenceData, recordAdded, recordChange } from './change.ts'
import {
  type AreaRow,
  type CentreRow,
  insertArea,
  insertCentre,
  lockArea,
  lockCentre,
  lockType,
  writeArea,
  writeCentre,
  writeType,
} from './store.ts'

/** For each constraint of the database on reference data: the form's field, and the error sentence for it. */
const FIELD_ERRORS: Record<string, Record<string, string>> = {
  huduma_centres_county_code_fkey: { county: REFERENCE_DATA_WORDS.county },
  by_election_areas_county_code_fkey: { county: REFERENCE_DATA_WORDS.county },
  by_election_areas_in_county: { constituency: REFERENCE_DATA_WORDS.constituency },
  by_election_areas_constituency_code_fkey: { constituency: REFERENCE_DATA_WORDS.constituency },
  by_election_areas_in_constituency: { ward: REFERENCE_DATA_WORDS.ward },
  by_election_areas_ward_code_fkey: { ward: REFERENCE_DATA_WORDS.ward },
}

/** Turns a database error about an entry into an error at the form's field. */
const throwAtField = (error: unknown): never => {
  if (isDuplicate(error, 'job_types_name_key')) throw refuseFields({ name: REFERENCE_DATA_WORDS.nameTaken })
  const fieldErrors = FIELD_ERRORS[brokenForeignKey(error) ?? '']
  throw fieldErrors ? refuseFields(fieldErrors) : error
}

type AddCall = { body: { reason: string }; staff: Staff }
type ChangeCall = AddCall & { params: { id: number } }
type Insert<Row> = (tx: Tx, row: Row, now: Date) => Promise<{ id: number } | undefined>
/** How an entry of reference data is read and locked, and how it is written. */
type EntryStore<Row> = {
  lock: (tx: Tx, id: number) => Promise<Row | undefined>
  write: (tx: Tx, id: number, row: Row, now: Date) => Promise<unknown>
}

/** Adds an entry to the reference data and to the audit log. Returns all reference data. */
const add = <Row extends object>(
  deps: Deps,
  list: ReferenceList,
  insert: Insert<Row>,
  row: Row,
  { body: { reason }, staff }: AddCall,
) =>
  deps.db
    .tx(async (tx) => {
      const inserted = await insert(tx, row, deps.now())
      if (!inserted) throw refuse('failed')
      await recordAdded(tx, staff, { list, id: inserted.id, reason }, row, deps.now())
      return presentReferenceData(tx)
    })
    .catch(throwAtField)

/** Changes an entry and writes to the audit log what changed. Returns all reference data. */
const change = <Row extends object>(
  deps: Deps,
  list: ReferenceList,
  { lock, write }: EntryStore<Row>,
  after: Row,
  { params: { id }, body: { reason }, staff }: ChangeCall,
) =>
  deps.db
    .tx(async (tx) => {
      const before = await lock(tx, id)
      if (!before) throw refuse('not_found')
      await recordChange(tx, staff, { list, id, reason }, before, after, deps.now())
      await write(tx, id, after, deps.now())
      return presentReferenceData(tx)
    })
    .catch(throwAtField)

export const changeType: Handler<'PATCH /api/staff/reference-data/types/{id}/'> = (deps, call) =>
  change(
    deps,
    'types',
    { lock: lockType, write: writeType },
    { name: call.body.name.trim(), is_active: call.body.is_active },
    call,
  )

/**
 * Stands for a missing county, which the contract has already refused. No county has this code, so the
 * database would refuse it too.
 */
const NO_COUNTY = 0

type CentreFields = { name: string; location: string; county: number | undefined }
const centreOf = ({ name, location, county = NO_COUNTY }: CentreFields): Omit<CentreRow, 'is_active'> => ({
  name: name.trim(),
  location: location.trim(),
  county,
})

export const addCentre: Handler<'POST /api/staff/reference-data/centres/'> = (deps, call) =>
  add(deps, 'centres', insertCentre, { ...centreOf(call.body), is_active: true }, call)

export const changeCentre: Handler<'PATCH /api/staff/reference-data/centres/{id}/'> = (deps, call) =>
  change(
    deps,
    'centres',
    { lock: lockCentre, write: writeCentre },
    { ...centreOf(call.body), is_active: call.body.is_active },
    call,
  )

type AreaFields = {
  name: string
  position_type?: string | undefined
  county: number | undefined
  constituency: number | undefined
  ward: number | undefined
}
// The position to elect decides the size of an area: a senator has a county, an MP (`MNA`) a constituency, an
// `MCA` a ward. Codes of smaller places are not stored. The form has already refused an area without a
// position.
const areaOf = ({
  name,
  position_type = '',
  county = NO_COUNTY,
  constituency,
  ward,
}: AreaFields): Omit<AreaRow, 'is_active'> => ({
  name: name.trim(),
  position_type,
  county,
  constituency: position_type === 'SENATOR' ? null : (constituency ?? null),
  ward: position_type === 'MCA' ? (ward ?? null) : null,
})

export const addArea: Handler<'POST /api/staff/reference-data/areas/'> = (deps, call) =>
  add(deps, 'areas', insertArea, { ...areaOf(call.body), is_active: true }, call)

export const changeArea: Handler<'PATCH /api/staff/reference-data/areas/{id}/'> = (deps, call) =>
  change(
    deps,
    'areas',
    { lock: lockArea, write: writeArea },
    { ...areaOf(call.body), is_active: call.body.is_active },
    call,
  )

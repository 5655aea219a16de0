import * as z from 'zod/mini'
import { endpoint, type FieldErrors } from '../endpoint.ts'
import { REFERENCE_DATA } from './limits.ts'
import { REFERENCE_DATA_WORDS, POSITIONS } from './words.ts'
import { STAFF_WORDS } from '../staff/words.ts'
import { choice, id, text } from '../wire.ts'

// The calls with which officers change the reference data: the choices in forms and jobs. Each change needs a
// reason.

/** In each kind of reference data, `jobs` is how many jobs use the entry. */
const jobType = z.object({
  id: z.number(),
  code: z.string(),
  name: z.string(),
  is_active: z.boolean(),
  jobs: z.number(),
})
const level = z.object({
  id: z.number(),
  name: z.string(),
  short_name: z.string(),
  is_active: z.boolean(),
  jobs: z.number(),
})
const centre = z.object({
  id: z.number(),
  name: z.string(),
  location: z.string(),
  county: z.number(),
  county_name: z.string(),
  is_active: z.boolean(),
  jobs: z.number(),
})
const area = z.object({
  id: z.number(),
  area_name: z.string(),
  position_type: z.enum(POSITIONS),
  county: z.number(),
  county_name: z.string(),
  constituency: z.nullable(z.number()),
  constituency_name: z.nullable(z.string()),
  ward: z.nullable(z.number()),
  ward_name: z.nullable(z.string()),
  is_active: z.boolean(),
  jobs: z.number(),
})
const county = z.object({ code: z.number(), name: z.string() })
const lists = z.object({
  types: z.array(jobType),
  levels: z.array(level),
  centres: z.array(centre),
  areas: z.array(area),
  counties: z.array(county),
})
export type ReferenceData = z.output<typeof lists>
export type ReferenceLevel = ReferenceData['levels'][number]
export type ReferenceCentre = ReferenceData['centres'][number]
export type ReferenceArea = ReferenceData['areas'][number]
export type ReferenceType = ReferenceData['types'][number]

const place = z.object({ code: z.number(), name: z.string() })
export type ReferencePlace = z.output<typeof place>

/**
 * Lists the reference data for every officer who reads jobs. Inactive entries are included, because old jobs
 * still need their names.
 */
const staffReferenceData = endpoint({
  method: 'GET',
  path: '/api/staff/reference-data/',
  summary:
    'Staff: the reference data, with entries that are switched off; levels lowest first, others by name',
  allowedFor: 'staff',
  right: 'jobs.read',
  audit: { entryPer15Minutes: 'lookups.looked_at' },
  rateLimit: 'read',
  loadClass: 'staff',
  reply: lists,
})

const staffPlaces = endpoint({
  method: 'GET',
  path: '/api/staff/reference-data/places/',
  summary: 'Staff: the constituencies of a county, or the wards of a constituency',
  allowedFor: 'staff',
  right: 'reference-data.manage',
  audit: { entryPer15Minutes: 'lookups.places_looked_at', subjectParameters: ['county', 'constituency'] },
  rateLimit: 'read',
  loadClass: 'staff',
  query: z.object({ county: z.catch(choice, undefined), constituency: z.catch(choice, undefined) }),
  reply: z.object({ places: z.array(place) }),
})

const reason = text(REFERENCE_DATA.maxReason)
const nameErrors = (input: { name: string; reason: string }): FieldErrors => ({
  ...(input.name.trim() ? {} : { name: STAFF_WORDS.nameRequired }),
  ...(input.reason.trim() ? {} : { reason: STAFF_WORDS.reasonRequired }),
})
/** The common settings of the calls that change reference data. Each returns all lists after the change. */
const managing = {
  allowedFor: 'staff',
  right: 'reference-data.manage',
  rateLimit: 'write',
  loadClass: 'staff',
  reply: lists,
} as const
const name = text(REFERENCE_DATA.maxName)
/** A call without `is_active` switches the entry on. */
const isActive = z._default(z.boolean(), true)

/** The codes of job types cannot be changed, because rules depend on them. */
const staffChangeType = endpoint({
  ...managing,
  method: 'PATCH',
  path: '/api/staff/reference-data/types/{id}/',
  summary: 'Staff: renames a job type, or switches it off for new jobs',
  params: z.object({ id }),
  body: z.object({ name, is_active: isActive, reason }),
  fieldErrors: nameErrors,
})

const levelBody = { name, short_name: text(REFERENCE_DATA.maxShortName), reason }
const levelErrors = (input: { name: string; short_name: string; reason: string }): FieldErrors => ({
  ...nameErrors(input),
  ...(input.short_name.trim() ? {} : { short_name: REFERENCE_DATA_WORDS.shortName }),
})
const staffAddLevel = endpoint({
  ...managing,
  method: 'POST',
  path: '/api/staff/reference-data/levels/',
  summary: 'Staff: adds a qualification level above another level, or as the lowest level',
  // `above` is the id of the qualification level directly below the new one. Absent adds the lowest level.
  body: z.object({ ...levelBody, above: choice }),
  fieldErrors: levelErrors,
})
const staffChangeLevel = endpoint({
  ...managing,
  method: 'PATCH',
  path: '/api/staff/reference-data/levels/{id}/',
  summary:
    'Staff: renames a qualification level, switches it off for new applications, or moves it while no submitted application has it',
  params: z.object({ id }),
  // `above` is the id of the qualification level directly below this one. Absent keeps the rank; 0 makes this
  // level the lowest.
  body: z.object({ ...levelBody, is_active: isActive, above: z.optional(z.union([z.literal(0), id])) }),
  fieldErrors: levelErrors,
})

const centreBody = { name, location: text(REFERENCE_DATA.maxName), county: choice, reason }
const centreErrors = (input: {
  name: string
  location: string
  county: number | undefined
  reason: string
}): FieldErrors => ({
  ...nameErrors(input),
  ...(input.location.trim() ? {} : { location: REFERENCE_DATA_WORDS.location }),
  ...(input.county ? {} : { county: REFERENCE_DATA_WORDS.county }),
})
const staffAddCentre = endpoint({
  ...managing,
  method: 'POST',
  path: '/api/staff/reference-data/centres/',
  summary: 'Staff: adds a Huduma centre',
  body: z.object(centreBody),
  fieldErrors: centreErrors,
})
const staffChangeCentre = endpoint({
  ...managing,
  method: 'PATCH',
  path: '/api/staff/reference-data/centres/{id}/',
  summary: 'Staff: renames or moves a Huduma centre, or switches it off',
  params: z.object({ id }),
  body: z.object({ ...centreBody, is_active: isActive }),
  fieldErrors: centreErrors,
})

const areaBody = {
  name,
  position_type: z.catch(z.optional(z.enum(POSITIONS)), undefined),
  county: choice,
  constituency: choice,
  ward: choice,
  reason,
}
type AreaAnswers = {
  name: string
  position_type?: string | undefined
  county: number | undefined
  constituency: number | undefined
  ward: number | undefined
  reason: string
}
/**
 * A county elects a senator, a constituency an MNA and a ward an MCA. So the area must be given down to that
 * level.
 */
const areaErrors = (areaAnswers: AreaAnswers): FieldErrors => ({
  ...nameErrors(areaAnswers),
  ...(areaAnswers.position_type ? {} : { position_type: REFERENCE_DATA_WORDS.position }),
  ...(areaAnswers.county ? {} : { county: REFERENCE_DATA_WORDS.county }),
  ...(areaAnswers.position_type && areaAnswers.position_type !== 'SENATOR' && !areaAnswers.constituency
    ? { constituency: REFERENCE_DATA_WORDS.constituency }
    : {}),
  ...(areaAnswers.position_type === 'MCA' && !areaAnswers.ward ? { ward: REFERENCE_DATA_WORDS.ward } : {}),
})
const staffAddArea = endpoint({
  ...managing,
  method: 'POST',
  path: '/api/staff/reference-data/areas/',
  summary: 'Staff: adds a by-election area',
  body: z.object(areaBody),
  fieldErrors: areaErrors,
})
const staffChangeArea = endpoint({
  ...managing,
  method: 'PATCH',
  path: '/api/staff/reference-data/areas/{id}/',
  summary: 'Staff: renames or moves a by-election area, or switches it off',
  params: z.object({ id }),
  body: z.object({ ...areaBody, is_active: isActive }),
  fieldErrors: areaErrors,
})

const rename = {
  ...managing,
  method: 'PATCH',
  params: z.object({ code: id }),
  body: z.object({ name, reason }),
  fieldErrors: nameErrors,
  reply: place,
} as const
const staffRenameCounty = endpoint({
  ...rename,
  path: '/api/staff/reference-data/counties/{code}/',
  summary: 'Staff: renames a county',
})
const staffRenameConstituency = endpoint({
  ...rename,
  path: '/api/staff/reference-data/constituencies/{code}/',
  summary: 'Staff: renames a constituency',
})
const staffRenameWard = endpoint({
  ...rename,
  path: '/api/staff/reference-data/wards/{code}/',
  summary: 'Staff: renames a ward',
})

export const staffReferenceDataEndpoints = {
  'GET /api/staff/reference-data/': staffReferenceData,
  'GET /api/staff/reference-data/places/': staffPlaces,
  'PATCH /api/staff/reference-data/types/{id}/': staffChangeType,
  'POST /api/staff/reference-data/levels/': staffAddLevel,
  'PATCH /api/staff/reference-data/levels/{id}/': staffChangeLevel,
  'POST /api/staff/reference-data/centres/': staffAddCentre,
  'PATCH /api/staff/reference-data/centres/{id}/': staffChangeCentre,
  'POST /api/staff/reference-data/areas/': staffAddArea,
  'PATCH /api/staff/reference-data/areas/{id}/': staffChangeArea,
  'PATCH /api/staff/reference-data/counties/{code}/': staffRenameCounty,
  'PATCH /api/staff/reference-data/constituencies/{code}/': staffRenameConstituency,
  'PATCH /api/staff/reference-data/wards/{code}/': staffRenameWard,
}

import { t } from '@lingui/core/macro'
import type { Identity, PlaceCodes } from '#contract/job-applications/rules.ts'
import type { Reply } from '#contract/endpoints.ts'
import { normalisePhone } from '#contract/normalise.ts'
import { PHONE } from '#contract/accounts/limits.ts'
import { call } from '../api.ts'
import { IS_KISWAHILI } from '../language/translate.ts'
import type { Draft } from './draft.ts'

type WholeJob = Reply<'GET /api/jobs/{id}/'>
/**
 * What the wizard needs of a job. Copies that an earlier version of this page stored lack the optional
 * fields. `documents`: whether CV and cover letter are required, optional or not wanted. `by_rule`: people
 * are chosen by points.
 */
export type Job = Pick<
  WholeJob,
  | 'id'
  | 'title'
  | 'reference'
  | 'location'
  | 'qualification'
  | 'expiry_date'
  | 'job_type_code'
  | 'experience_required'
  | 'min_referees'
  | 'documents'
> & {
  extended?: WholeJob['extended']
  wanted_documents?: WholeJob['wanted_documents']
  in_kiswahili?: WholeJob['in_kiswahili']
  by_rule?: WholeJob['by_rule']
}
/**
 * A Huduma Centre or a by-election area. `within` is set for an area, because the form warns people who live
 * elsewhere (J9).
 */
export type Place = { id: number; name: string; within?: PlaceCodes }
type Level = { id: number; name: string }
export type Document = Reply<'GET /api/job-applications/{id}/'>['documents'][number]
type WholeProfile = Reply<'GET /api/user/profile/'>
/** Only the review uses the optional fields. Copies stored by an earlier version of this page lack them. */
export type Profile = Identity & { address: string; country: string; home?: PlaceCodes } & Partial<
    Pick<
      WholeProfile,
      | 'gender'
      | 'date_of_birth'
      | 'county_name'
      | 'constituency_name'
      | 'ward_name'
      | 'middle_name'
      | 'document_type'
    >
  >

/** `version`: the number that the correction will have. `sent`: the version that counts until then. */
export type Correction = { version: number; sent: SentVersion }
export type SentVersion = Pick<
  Reply<'GET /api/job-applications/{id}/'>,
  | 'education'
  | 'experience'
  | 'referees'
  | 'address'
  | 'employment_number'
  | 'huduma_centre'
  | 'huduma_centre_name'
  | 'by_election_area'
  | 'by_election_area_name'
  | 'documents'
  | 'sent_applicant'
  | 'submitted_at'
>

/**
 * What the form needs besides the draft. The device stores it with the draft, so that the form opens without
 * a network.
 */
export type FormContext = {
  applicationId: number
  job: Job
  profile: Profile
  levels: Level[]
  /** The places to choose from; empty for jobs of other types, and if the list failed to load. */
  places: Place[]
  documents: Document[]
  /** The version that the person sent before, while they correct it (W15). */
  correction?: Correction | undefined
}

/** The fields of a job that the wizard needs, because the device stores them with each draft. */
export const jobOf = (wholeJob: WholeJob): Job => {
  const {
    id,
    title,
    reference,
    location,
    qualification,
    expiry_date,
    job_type_code,
    experience_required,
    min_referees,
    documents,
    wanted_documents,
    extended,
    by_rule,
  } = wholeJob
  const job = {
    id,
    title,
    reference,
    location,
    qualification,
    expiry_date,
    job_type_code,
    experience_required,
    min_referees,
    documents,
    wanted_documents,
    extended,
    by_rule,
  }
  return IS_KISWAHILI ? { ...job, in_kiswahili: wholeJob.in_kiswahili } : job
}

/**
 * The profile as one flat object, because the server nests a part of it (A14). The phone number has the form
 * +254712345678 (W25).
 */
export const profileOf = ({
  user,
  phone,
  idno,
  address,
  country,
  county,
  constituency,
  ward,
  ...rest
}: WholeProfile): Profile => ({
  first_name: user.first_name,
  last_name: user.last_name,
  email: user.email,
  phone: phone && normalisePhone(phone),
  idno,
  address,
  country,
  home: { county, constituency, ward },
  gender: rest.gender,
  date_of_birth: rest.date_of_birth,
  county_name: rest.county_name,
  constituency_name: rest.constituency_name,
  ward_name: rest.ward_name,
  middle_name: rest.middle_name,
  document_type: rest.document_type,
})

/**
 * The applicant's identity: the profile, completed by what was typed in the form. A dial code alone is not a
 * phone number.
 */
export const identityOf = (profile: Profile, { typed }: Draft): Identity => ({
  first_name: profile.first_name || typed.first_name,
  last_name: profile.last_name || typed.last_name,
  email: profile.email,
  phone: profile.phone || (typed.phone === PHONE.kenyaDialCode ? '' : typed.phone),
  idno: profile.idno || typed.idno,
})

const SAVED_TO_PROFILE = ['first_name', 'last_name', 'phone', 'idno', 'address'] as const
type ProfileChange = { [Name in (typeof SAVED_TO_PROFILE)[number]]?: string }

/** Details that were typed because the profile lacks them, to save them to the profile (W12). */
export const profileChange = (profile: Profile, { typed, answers }: Draft): ProfileChange => {
  const change: ProfileChange = {}
  for (const name of SAVED_TO_PROFILE) {
    const value = (name === 'address' ? answers.address : typed[name]).trim()
    const isTyped = value !== '' && value !== PHONE.kenyaDialCode
    if (isTyped && !profile[name]) change[name] = value
  }
  return change
}

// A list that fails to load is logged and is empty. The form then uses its copy on this device (S2 §8).
const orEmpty = <Item>(what: string, list: Promise<Item[]>): Promise<Item[]> =>
  list.catch(() => {
    console.info(`The ${what} could not be loaded.`)
    return []
  })

type Centre = Reply<'GET /api/huduma-centres/'>[number]
const centreName = ({ name, location }: Centre) =>
  location && location !== name ? `${name}, ${location}` : name

type Area = Reply<'GET /api/by-election-areas/'>[number]
/** The name of an area with its constituency and county. A name that occurs twice is written once. */
const areaName = ({ area_name, constituency_name, county_name }: Area) => {
  const names = [area_name, constituency_name, county_name].filter((name) => name)
  return [...new Set(names)].join(', ')
}
const areaNameWithKind = (area: Area) => {
  const name = areaName(area)
  switch (area.position_type) {
    case 'SENATOR':
      return t`${name} (county)`
    case 'MNA':
      return t`${name} (constituency)`
    case 'MCA':
      return t`${name} (ward)`
  }
}

/** The places that a person can choose in step 1, for a job of this type; empty for other types. */
export async function placesFor({ id, job_type_code }: Pick<Job, 'id' | 'job_type_code'>): Promise<Place[]> {
  if (job_type_code === 'huduma') {
    const centres = await orEmpty('Huduma centres', call('GET /api/huduma-centres/', { query: { job: id } }))
    return centres.map((centre) => ({ id: centre.id, name: centreName(centre) }))
  }
  if (job_type_code === 'by_election') {
    const areas = await orEmpty(
      'by-election areas',
      call('GET /api/by-election-areas/', { query: { job: id } }),
    )
    // A ward may have the name of its constituency.
    const hasNamesake = (area: Area) =>
      areas.some((other) => other.id !== area.id && areaName(other) === areaName(area))
    return areas.map((area) => {
      const { county, constituency, ward } = area
      const name = hasNamesake(area) ? areaNameWithKind(area) : areaName(area)
      return { id: area.id, name, within: { county, constituency, ward } }
    })
  }
  return []
}

/** The qualification levels that the form offers. */
export const loadLevels = (): Promise<Level[]> =>
  orEmpty('qualification levels', call('GET /api/qualification-levels/'))

/** The version that the person sent, to compare the correction with it. */
export async function loadSent(applicationId: number): Promise<SentVersion> {
  const sent = await call('GET /api/job-applications/{id}/', { params: { id: applicationId } })
  return {
    education: sent.education,
    experience: sent.experience,
    referees: sent.referees,
    address: sent.address,
    employment_number: sent.employment_number,
    huduma_centre: sent.huduma_centre,
    huduma_centre_name: sent.huduma_centre_name,
    by_election_area: sent.by_election_area,
    by_election_area_name: sent.by_election_area_name,
    documents: sent.documents,
    sent_applicant: sent.sent_applicant,
    submitted_at: sent.submitted_at,
  }
}

import {
  type Answers,
  type JobRequirements,
  asStored,
  type Education,
  type Identity,
} from '#contract/job-applications/rules.ts'
import type { Unfinished } from '#contract/job-applications/entries.ts'
import { normalisePhone } from '#contract/normalise.ts'
import { canonical } from '#contract/canonical.ts'
import type { ApplicationRow } from './store.ts'

// Reads the answers of an application from a request, and joins them with the answers in the draft.

/**
 * The answers of one request. A part that is undefined leaves the draft's part unchanged (W9). `unfinished`
 * is what the person typed and did not complete.
 */
export type AnswersInput = { [Part in keyof Answers]?: Answers[Part] | undefined } & {
  unfinished?: Unfinished | undefined
}

// Only a complete Kenyan number is normalised. A half-typed one is stored as typed (W25).
const phoneOf = (phone: string) =>
  /^\+254\d{9}$/.test(normalisePhone(phone)) ? normalisePhone(phone) : phone

/**
 * Turns the answers of a request into the form in which they are stored. Phone numbers get their country code
 * (W25). An employer where the person still works gets the end 'Present' (W21).
 */
export const normaliseAnswers = (input: AnswersInput): AnswersInput => ({
  education: input.education,
  experience: input.experience?.map(asStored),
  referees: input.referees?.map((referee) => ({ ...referee, phone: phoneOf(referee.phone) })),
  address: input.address,
  employment_number: input.employment_number,
  huduma_centre: input.huduma_centre,
  by_election_area: input.by_election_area,
  unfinished: input.unfinished,
})

/**
 * Gives every missing section an empty value, so that the result does not depend on a draft. For a centre or
 * an area, 0 means none.
 */
export const withEmptySections = (input: AnswersInput): AnswersInput => ({
  ...input,
  education: input.education ?? [],
  experience: input.experience ?? [],
  referees: input.referees ?? [],
  address: input.address ?? '',
  employment_number: input.employment_number ?? '',
  huduma_centre: input.huduma_centre ?? 0,
  by_election_area: input.by_election_area ?? 0,
})

/**
 * True when a qualification level is in the list (W22). The list still has the levels that officers switched
 * off.
 */
export const isListed = (level: number | undefined, { levels }: Pick<ApplicationRow, 'levels'>) =>
  level !== undefined && Object.hasOwn(levels, level)

// A qualification level that is not listed keeps the name in the entry. If that name is empty too, the level
// is removed.
const withLevel = (entry: Education, row: ApplicationRow): Education => {
  const { qualification_level: level, qualification_level_name: name } = entry
  if (level !== undefined && isListed(level, row))
    return { ...entry, qualification_level_name: row.levels[level] ?? name }
  return name.trim() ? entry : { ...entry, qualification_level: undefined }
}

/**
 * The answers of an application after those in `input` replace the stored ones. Fields that the job's type
 * does not ask for are empty. An id of 0 means that the person removed the centre or area. Each qualification
 * level gets its name.
 */
export const answersOf = (row: ApplicationRow, input: AnswersInput = {}): Answers => {
  const employmentNumber = input.employment_number ?? row.employment_number
  // No centre or area is undefined in the result; in the request it is 0, in the database null.
  const centreId = (input.huduma_centre ?? row.huduma_centre_id) || undefined
  const areaId = (input.by_election_area ?? row.by_election_area_id) || undefined
  return {
    education: (input.education ?? row.education).map((entry) => withLevel(entry, row)),
    experience: input.experience ?? row.experience,
    referees: input.referees ?? row.referees,
    address: input.address ?? row.address,
    employment_number: row.job_type_code === 'internal' ? employmentNumber : '',
    huduma_centre: row.job_type_code === 'huduma' ? centreId : undefined,
    by_election_area: row.job_type_code === 'by_election' ? areaId : undefined,
  }
}

export const requirementsOf = ({
  job_type_code,
  experience_required,
  min_referees,
}: ApplicationRow): JobRequirements => ({
  job_type_code,
  experience_required,
  min_referees,
})

/** The address to send: the profile's, which the form shows read-only (W13), or else the draft's. */
export const addressToSend = (
  { profile_address }: Pick<ApplicationRow, 'profile_address'>,
  { address }: Pick<Answers, 'address'>,
): string => profile_address || address

/** The applicant's identity comes from the profile, never from an old draft (W14). */
export const identityOf = ({ first_name, last_name, email, phone, idno }: ApplicationRow): Identity => ({
  first_name,
  last_name,
  email,
  phone,
  idno,
})

const LISTS = ['education', 'experience', 'referees'] as const
const TEXTS = ['address', 'employment_number'] as const

/**
 * The stored lists and texts that `input` overwrites, for a caller who named no version (T22). Undefined
 * when none is lost. The centre and the area are not compared.
 */
export function findOverwritten(
  row: ApplicationRow,
  input: AnswersInput,
): Record<string, unknown> | undefined {
  const overwrittenParts: Record<string, unknown> = {}
  for (const part of LISTS) {
    const inputPart = input[part]
    if (inputPart && row[part].length > 0 && canonical(inputPart) !== canonical(row[part]))
      overwrittenParts[part] = row[part]
  }
  for (const part of TEXTS)
    if (input[part] !== undefined && row[part] !== '' && input[part] !== row[part])
      overwrittenParts[part] = row[part]
  return Object.keys(overwrittenParts).length > 0 ? overwrittenParts : undefined
}

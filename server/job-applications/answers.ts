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

// The answers of an application: from a request, in their stored form, and joined with the draft.

/**
 * The answers of one request. An undefined part leaves the stored part unchanged (W9). `unfinished`: what the
 * person typed and did not complete.
 */
export type Sent = { [Part in keyof Answers]?: Answers[Part] | undefined } & {
  unfinished?: Unfinished | undefined
}

// Only a complete Kenyan number is normalised. A half-typed one is stored as typed (W25).
const phoneOf = (phone: string) =>
  /^\+254\d{9}$/.test(normalisePhone(phone)) ? normalisePhone(phone) : phone

/**
 * Takes only the answers from a request body, in their stored form. Phone numbers have their country code
 * (W25), and work that continues ends with 'Present' (W21).
 */
export const normaliseAnswers = (body: Sent): Sent => ({
  education: body.education,
  experience: body.experience?.map(asStored),
  referees: body.referees?.map((referee) => ({ ...referee, phone: phoneOf(referee.phone) })),
  address: body.address,
  employment_number: body.employment_number,
  huduma_centre: body.huduma_centre,
  by_election_area: body.by_election_area,
  unfinished: body.unfinished,
})

/**
 * Fills every missing section with an empty value, so that the result does not depend on a draft. 0 means no
 * place.
 */
export const withEmptySections = (sent: Sent): Sent => ({
  ...sent,
  education: sent.education ?? [],
  experience: sent.experience ?? [],
  referees: sent.referees ?? [],
  address: sent.address ?? '',
  employment_number: sent.employment_number ?? '',
  huduma_centre: sent.huduma_centre ?? 0,
  by_election_area: sent.by_election_area ?? 0,
})

/** True when the qualification level is in the current list. Officers may have retired it (W22). */
export const isListed = (level: number | undefined, { levels }: Pick<ApplicationRow, 'levels'>) =>
  level !== undefined && Object.hasOwn(levels, level)

// A level that is no longer in the list keeps the name it had. Without a name the level is removed.
const withLevel = (entry: Education, row: ApplicationRow): Education => {
  const { qualification_level: level, qualification_level_name: name } = entry
  if (level !== undefined && isListed(level, row))
    return { ...entry, qualification_level_name: row.levels[level] ?? name }
  return name.trim() ? entry : { ...entry, qualification_level: undefined }
}

/**
 * The answers after `sent` replaces the stored parts. Fields that the job's type does not ask for are empty.
 * A place with the id 0 was removed by the person. Levels have names (W22).
 */
export const answersOf = (row: ApplicationRow, sent: Sent = {}): Answers => {
  const employmentNumber = sent.employment_number ?? row.employment_number
  // Undefined instead of 0 or null.
  const centreId = (sent.huduma_centre ?? row.huduma_centre_id) || undefined
  const areaId = (sent.by_election_area ?? row.by_election_area_id) || undefined
  return {
    education: (sent.education ?? row.education).map((entry) => withLevel(entry, row)),
    experience: sent.experience ?? row.experience,
    referees: sent.referees ?? row.referees,
    address: sent.address ?? row.address,
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
 * The draft parts that `sent` overwrites, for a caller that named no version (T22). Undefined when nothing is
 * lost.
 */
export function overwritten(row: ApplicationRow, sent: Sent): Record<string, unknown> | undefined {
  const overwrittenParts: Record<string, unknown> = {}
  for (const part of LISTS) {
    const sentPart = sent[part]
    if (sentPart && row[part].length > 0 && canonical(sentPart) !== canonical(row[part]))
      overwrittenParts[part] = row[part]
  }
  for (const part of TEXTS)
    if (sent[part] !== undefined && row[part] !== '' && sent[part] !== row[part])
      overwrittenParts[part] = row[part]
  return Object.keys(overwrittenParts).length > 0 ? overwrittenParts : undefined
}

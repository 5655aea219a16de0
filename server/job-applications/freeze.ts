import type { Answers, Education } from '#contract/application-rules.ts'
import { answersOf, type Sent } from './answers.ts'
import type { ReadyRow } from './sending.ts'

/** What is sent, whole: the job as it is now (L8), the person as the profile has them (W12, W14), and the answers. */
export const freeze = (row: ReadyRow, answers: Answers) => ({
  format: 'application/1',
  job: {
    id: row.job_id,
    reference: row.job_reference,
    title: row.job_title,
    type: row.job_type,
    type_code: row.job_type_code,
    location: row.job_location,
    qualification: row.qualification_html,
    expiry_date: row.expiry_date?.toISOString() ?? null,
  },
  applicant: {
    first_name: row.first_name,
    middle_name: row.middle_name,
    last_name: row.last_name,
    email: row.email,
    phone: row.phone,
    idno: row.idno,
    document_type: row.document_type,
    gender: row.gender,
    date_of_birth: row.date_of_birth,
    country: row.country,
    county: row.county,
    constituency: row.constituency,
    ward: row.ward,
    is_pwd: row.is_pwd,
    disability_type: row.disability_type,
  },
  address: answers.address || row.profile_address,
  employment_number: answers.employment_number,
  huduma_centre: answers.huduma_centre ? { id: answers.huduma_centre, name: row.huduma_centre_name ?? '' } : null,
  by_election_area: answers.by_election_area ? { id: answers.by_election_area, name: row.by_election_area_name ?? '' } : null,
  education: answers.education,
  experience: answers.experience,
  referees: answers.referees,
  documents: row.documents.map(({ kind, name, size, type, hash }) => ({ kind, name, size, type, sha256: hash })),
})
export type Frozen = ReturnType<typeof freeze>

/** W22: the level is in the list as it is now. */
export const isListed = (level: number | undefined, { levels }: Pick<ReadyRow, 'levels'>) => level !== undefined && Object.hasOwn(levels, level)

// A level that is not in the list any more is known by the name it had; without one it is none.
const withLevel = (it: Education, row: ReadyRow): Education => {
  const { qualification_level: level, qualification_level_name: name } = it
  if (level !== undefined && isListed(level, row)) return { ...it, qualification_level_name: row.levels[level] ?? name }
  return name.trim() ? it : { ...it, qualification_level: undefined }
}

/** The answers as they go into the frozen application: each level with its name, for lists change (W22). */
export const finalAnswers = (row: ReadyRow, sent: Sent): Answers => {
  const answers = answersOf(row, sent)
  return { ...answers, education: answers.education.map((it) => withLevel(it, row)) }
}

export const fullName = (it: { first_name: string; middle_name: string; last_name: string }) =>
  [it.first_name, it.middle_name, it.last_name].filter(Boolean).join(' ')

import type { StoredReferee } from '#contract/job-applications/rules.ts'
import type { Frozen } from '../job-applications/freeze.ts'
import type { CaseRow } from './case-store.ts'

// What officers see of the frozen text of an application.

/**
 * The applicant's identity values that the table of applications does not have. All are null while they are
 * hidden, and when the frozen application has no applicant.
 */
export function presentIdentity(
  { applicant, address = '', employment_number: employmentNumber }: Partial<Frozen>,
  { digest }: CaseRow,
  hidden: boolean,
) {
  if (hidden || !applicant) return { person: null, employment_number: null, digest: null }
  const { email, phone, document_type, idno, date_of_birth, disability_type } = applicant
  return {
    person: { email, phone, document_type, idno, date_of_birth, disability_type, address },
    employment_number: employmentNumber || null,
    digest: digest.toString('hex'),
  }
}

/** The applicant's answers in the form. A hidden identity also hides the referees' names and contacts. */
export const presentAnswers = (frozen: Partial<Frozen>, { raised }: CaseRow, hidden: boolean) => ({
  lives_there: frozen.by_election_area ? !raised.includes('lives_elsewhere') : null,
  education: (frozen.education ?? []).map((education) => ({
    institution: education.institution,
    level: education.qualification_level_name,
    area_of_study: education.area_of_study,
    year: education.year_of_completion,
  })),
  experience_entries: (frozen.experience ?? []).filter((experience) => !experience.no_experience),
  referees: (frozen.referees ?? []).map(({ position, organization, ...rest }: StoredReferee) => {
    const { name, email, phone, relationship, contact } = rest
    const identity = { name, email, phone, relationship, contact }
    return { position, organization, ...(hidden ? { name: null, email: null, phone: null } : identity) }
  }),
})
